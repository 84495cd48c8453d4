//! A network in a file: two lines of text with format and name, then its weights, compressed with zlib.
//!
//! ```text
//! Quadriga network 1
//! renju
//! ```
//!
//! zlib ends with a checksum of the weights, so a damaged file is refused. Each game defines its own weights; the
//! embedded networks are such files as well.

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use crate::varint;

/// The first line; its number is that of the format.
const MAGIC: &[u8] = b"Quadriga network 1\n";
/// Maximum size of the weights, in bytes: several times that of the largest network.
const MAX_BYTES: usize = 1 << 26;
/// Compression level: the highest.
const LEVEL: u8 = 10;

/// The network of a game, which a file can replace.
pub trait NetworkSlot {
    /// The network's name in files, such as `renju`.
    fn name(&self) -> &'static str;

    /// The number of weights of the network.
    fn weight_count(&self) -> usize;

    /// Sets the weights, a list as in [`varint`] of [`NetworkSlot::weight_count`]; `None` restores the embedded ones.
    fn set(&mut self, weights: Option<&[u8]>);
}

/// Encodes a network as a file.
pub fn network_file(name: &str, weights: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(name.as_bytes());
    bytes.push(b'\n');
    bytes.extend(compress_to_vec_zlib(weights, LEVEL));
    bytes
}

/// The checksum of the weights of a file: Adler-32, as eight hexadecimal digits.
pub fn network_checksum(file: &[u8]) -> String {
    let (_, sum) = file.split_at(file.len().saturating_sub(4));
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Name and weights of a file.
///
/// # Errors
/// One line: the file is not a network, of another format, or damaged.
pub fn read_network_file(bytes: &[u8]) -> Result<(&str, Vec<u8>), String> {
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| {
        let is_other = bytes.starts_with(&MAGIC[..MAGIC.len() - 2]);
        if is_other {
            "a network file of another format".to_string()
        } else {
            "not a network file".to_string()
        }
    })?;
    let end = rest.iter().position(|&byte| byte == b'\n').ok_or("a network file cut short")?;
    let name = std::str::from_utf8(&rest[..end]).map_err(|_| "a damaged network file")?;
    let weights = decompress_to_vec_zlib_with_limit(&rest[end + 1..], MAX_BYTES);
    Ok((name, weights.map_err(|_| "a damaged network file, or one cut short")?))
}

/// The weights of an embedded file.
///
/// # Panics
/// If the file is damaged.
pub fn embedded_weights(bytes: &[u8]) -> Vec<u8> {
    read_network_file(bytes).expect("a file of the program").1
}

/// Sets a game's network from a file; without one, the embedded network.
///
/// # Errors
/// One line: what is wrong with the file. The network stays as it was.
pub fn load_network(slot: &mut dyn NetworkSlot, file: Option<&[u8]>) -> Result<(), String> {
    let weights = file.map(|file| weights_for(slot, file)).transpose()?;
    slot.set(weights.as_deref());
    Ok(())
}

/// The weights of a file for a game.
///
/// # Errors
/// One line: what is wrong with the file.
pub fn weights_for(slot: &dyn NetworkSlot, file: &[u8]) -> Result<Vec<u8>, String> {
    let (name, weights) = read_network_file(file)?;
    if name != slot.name() {
        return Err(format!("the network of {}; expected that of {}", name.escape_default(), slot.name()));
    }
    let (found, expected) = (varint::list_length(&weights), slot.weight_count());
    if found != Some(expected) {
        let found = found.map_or("no list of".to_string(), |found| found.to_string());
        return Err(format!("has {found} weights; expected {expected}"));
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Slot(Option<Vec<u8>>);

    impl NetworkSlot for Slot {
        fn name(&self) -> &'static str {
            "renju"
        }

        fn weight_count(&self) -> usize {
            5
        }

        fn set(&mut self, weights: Option<&[u8]>) {
            self.0 = weights.map(<[u8]>::to_vec);
        }
    }

    fn list(numbers: &[i32]) -> Vec<u8> {
        let mut bytes = Vec::new();
        varint::write_list(&mut bytes, numbers);
        bytes
    }

    #[test]
    fn a_file_of_this_network_is_taken_and_given_up_again() {
        let mut slot = Slot(None);
        let weights = list(&[3, 0, 0, -700, 0]);
        let file = network_file("renju", &weights);
        assert_eq!(load_network(&mut slot, Some(&file)), Ok(()));
        assert_eq!(slot.0, Some(weights));
        assert_eq!(load_network(&mut slot, None), Ok(()));
        assert_eq!(slot.0, None);
    }

    #[test]
    fn any_other_file_is_refused_with_its_reason_and_changes_nothing() {
        let good = network_file("renju", &list(&[1, 2, 3, 4, 5]));
        let mut flipped = good.clone();
        *flipped.last_mut().expect("bytes") ^= 1;
        let mut newer = good.clone();
        newer[MAGIC.len() - 2] = b'2';
        let cases: [(&[u8], &str); 8] = [
            (b"", "not a network file"),
            (b"{\"not\": 1}", "not a network file"),
            (&newer, "a network file of another format"),
            (&good[..MAGIC.len() + 3], "a network file cut short"),
            (&good[..good.len() - 1], "a damaged network file, or one cut short"),
            (&flipped, "a damaged network file, or one cut short"),
            (
                &network_file("gomoku", &list(&[1, 2, 3, 4, 5])),
                "the network of gomoku; expected that of renju",
            ),
            (&network_file("renju", &list(&[1, 2, 3, 4])), "has 4 weights; expected 5"),
        ];
        let mut slot = Slot(Some(vec![7]));
        for (bytes, why) in cases {
            assert_eq!(load_network(&mut slot, Some(bytes)), Err(why.to_string()));
            assert_eq!(slot.0, Some(vec![7]), "{why}");
        }
        let torn = network_file("renju", &[0x80]);
        assert_eq!(
            load_network(&mut slot, Some(&torn)),
            Err("has no list of weights; expected 5".to_string())
        );
    }
}
