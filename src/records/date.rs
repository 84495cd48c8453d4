//! The calendar, in UTC.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A date and time of day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    pub year: u64,
    /// From 1.
    pub month: u64,
    /// From 1.
    pub day: u64,
    /// Seconds since midnight.
    pub second: u64,
}

impl Moment {
    /// The moment now.
    pub fn now() -> Moment {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        Moment::from_unix(since.as_secs())
    }

    /// The moment `seconds` after the beginning of 1970.
    ///
    /// Days are counted from 1 March of the year 0, so that a leap day is the last of its year and months repeat in
    /// groups of five that have 153 days.
    pub fn from_unix(seconds: u64) -> Moment {
        const DAYS_OF_400_YEARS: u64 = 146_097;
        const DAYS_TO_1970: u64 = 719_468;
        let days = seconds / 86_400 + DAYS_TO_1970;
        let (era, day_of_era) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
        let leap_days = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / 146_096;
        let year_of_era = (day_of_era - leap_days) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        Moment {
            year: era * 400 + year_of_era + u64::from(month <= 2),
            month,
            day: day_of_year - (153 * month_from_march + 2) / 5 + 1,
            second: seconds % 86_400,
        }
    }

    /// `2026.11.21`, as in PGN and PDN.
    pub fn date(self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// `2026-11-21T14:41:50Z` (ISO 8601), for logs of matches.
    #[cfg(any(test, feature = "match"))]
    pub fn iso(self) -> String {
        format!("{:04}-{:02}-{:02}T{}Z", self.year, self.month, self.day, self.time())
    }

    /// `14:41:50`.
    pub fn time(self) -> String {
        format!("{:02}:{:02}:{:02}", self.second / 3600, self.second / 60 % 60, self.second % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_are_known() {
        for (seconds, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (951_782_399, "2000.02.28", "23:59:59"),
            (951_782_400, "2000.02.29", "00:00:00"),
            (951_868_800, "2000.03.01", "00:00:00"),
            (1_000_000_000, "2001.09.09", "01:46:40"),
            (4_107_542_400, "2100.03.01", "00:00:00"),
        ] {
            let moment = Moment::from_unix(seconds);
            assert_eq!((moment.date().as_str(), moment.time().as_str()), (date, time));
            assert_eq!(moment.iso(), format!("{}T{time}Z", date.replace('.', "-")));
        }
    }

    #[test]
    fn a_year_later_is_the_same_day() {
        let is_leap =
            |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = |year: u64| if is_leap(year) { 366 } else { 365 };
        let mut seconds = 0;
        for year in 1970..2500 {
            assert_eq!(Moment::from_unix(seconds).date(), format!("{year}.01.01"));
            seconds += 86_400 * days(year);
            assert_eq!(Moment::from_unix(seconds - 1).date(), format!("{year}.12.31"));
        }
    }
}
