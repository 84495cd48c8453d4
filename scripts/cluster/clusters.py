"""Where the work is done: `--scheduler` and the options that go with it become a Dask client.

Cores are counted by a resource of the workers named `core`, and a task takes as many as it has search
threads: Dask counts tasks, not the threads of the programs they start. A worker started by hand must say how
many it has.
"""

import contextlib
import json
import logging
import os
import sys

import distributed

CORE = "core"
BATCH_SYSTEMS = {
    "htcondor": "HTCondorCluster",
    "lsf": "LSFCluster",
    "oar": "OARCluster",
    "pbs": "PBSCluster",
    "sge": "SGECluster",
    "slurm": "SLURMCluster",
}
FORMS = f"local[:WORKERS], tcp://HOST:PORT, file:PATH, ssh:HOST,HOST..., {':JOBS, '.join(BATCH_SYSTEMS)}:JOBS"


class ClusterError(Exception):
    """There is no cluster as it was asked for."""


def add_arguments(parser):
    """The options that say where the work is done."""
    parser.add_argument("--scheduler", default="local", metavar="WHERE", help=FORMS + " (default: local)")
    parser.add_argument(
        "--cores",
        type=int,
        metavar="N",
        help="cores of each worker that is started here (default: those of one task)",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="argument of Dask's class for ssh and batch systems, such as queue=long; may be repeated",
    )
    parser.add_argument("--job-script", action="store_true", help="print what a batch system gets, and end")


def settings(words):
    """KEY=VALUE, the value as JSON where it is that, otherwise as text."""
    chosen = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise ClusterError(f"--set {word}: expected KEY=VALUE")
        try:
            chosen[key] = json.loads(value)
        except ValueError:
            chosen[key] = value
    return chosen


def whole_number(text, what):
    """A number from 1."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ClusterError(f"--scheduler: '{text}': expected the number of {what}")
    return int(text)


def cores_of_worker(options, needed):
    """Cores of the workers that are started here."""
    cores = options.cores or needed
    if cores < needed:
        raise ClusterError(f"--cores {cores}: a task needs {needed}")
    return cores


def show_job_script(options, needed):
    """With `--job-script`: print it and end."""
    if not options.job_script:
        return
    kind = options.scheduler.partition(":")[0]
    if kind not in BATCH_SYSTEMS:
        raise ClusterError(f"--job-script: --scheduler {options.scheduler} is not a batch system")
    with batch_system(kind, cores_of_worker(options, needed), settings(options.set)) as cluster:
        print(cluster.job_script())
    sys.exit(0)


@contextlib.contextmanager
def connect(options, needed):
    """A client of the cluster that is asked for; what was started for it ends with it."""
    cores = cores_of_worker(options, needed)
    with contextlib.ExitStack() as stack:
        try:
            target = address_of(options.scheduler) or stack.enter_context(start(options, cores))
            client = stack.enter_context(distributed.Client(target, set_as_default=False))
        except (OSError, RuntimeError) as error:
            cause = error.__cause__ or error
            raise ClusterError(f"no cluster at {options.scheduler}: {cause}") from None
        wait_for_cores(client, needed)
        yield client


def address_of(text):
    """The scheduler that runs already, if that is what is asked for."""
    kind, _, rest = text.partition(":")
    if kind == "file":
        with open(rest, encoding="utf-8") as file:
            return json.load(file)["address"]
    return text if "://" in text else None


def start(options, cores):
    """A cluster of our own."""
    kind, _, rest = options.scheduler.partition(":")
    chosen = settings(options.set)
    if kind == "local":
        if chosen:
            raise ClusterError("--set: for ssh and batch systems only")
        workers = whole_number(rest, "workers") if rest else max(1, (os.cpu_count() or 1) // cores)
        return distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=cores,
            resources={CORE: cores},
            memory_limit=0,
            host="127.0.0.1",
            dashboard_address=None,
            # What matters comes back as answers of tasks.
            silence_logs=logging.CRITICAL + 1,
        )
    if kind == "ssh" and rest:
        hosts = rest.split(",")
        logging.getLogger("distributed.deploy.ssh").setLevel(logging.WARNING)
        # The scheduler goes to the first machine, beside a worker.
        each = {**chosen.pop("worker_options", {}), "nthreads": cores, "resources": {CORE: cores}}
        return distributed.SSHCluster([hosts[0], *hosts], worker_options=each, **chosen)
    if kind in BATCH_SYSTEMS and rest:
        jobs = whole_number(rest, "jobs")
        cluster = batch_system(kind, cores, chosen)
        # Adaptive with one bound for both: jobs that the batch system ended are asked for again.
        cluster.adapt(minimum_jobs=jobs, maximum_jobs=jobs)
        return cluster
    raise ClusterError(f"--scheduler {options.scheduler}: expected {FORMS}")


def batch_system(kind, cores, chosen):
    """Workers that are jobs; what `--set` does not say is from dask-jobqueue's own configuration."""
    import dask_jobqueue

    try:
        return getattr(dask_jobqueue, BATCH_SYSTEMS[kind])(
            cores=cores,
            processes=1,
            worker_extra_args=["--resources", f"{CORE}={cores}"],
            **chosen,
        )
    except (TypeError, ValueError) as error:
        told = str(error).splitlines()[0]
        raise ClusterError(f"{kind}: {told} (here: --set memory=8GB, --cores 4)") from None


def wait_for_cores(client, needed):
    """Wait for the first worker that can run a task; a worker that counts no cores would never get one."""
    seen = client.scheduler_info()["workers"]
    if not seen:
        print("waiting for the first worker", file=sys.stderr)
        client.wait_for_workers(1)
        seen = client.scheduler_info()["workers"]
    counts = [int(worker["resources"].get(CORE, 0)) for worker in seen.values()]
    if max(counts) == 0:
        raise ClusterError(
            f"none of {len(seen)} workers counts its cores: start each with --nthreads N --resources {CORE}=N"
        )
    if max(counts) < needed:
        raise ClusterError(f"a task needs {needed} cores and the largest worker has {max(counts)}")
