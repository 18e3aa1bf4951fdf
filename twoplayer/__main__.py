"""The start of the program: from here on a signal ends the program without a traceback.

The imports take time, and during the imports a signal ends the process at once. Later a signal
interrupts the command. The command then clears up and says which results it has kept.

numpy multiplies floats with OpenBLAS. If OpenBLAS finds no memory, OpenBLAS ends the process by
exit code 1, and 1 means that a check failed. So OpenBLAS gets a single thread. Libraries that load
OpenBLAS are imported only if enough memory is free. This holds for the command line alone: a
program that imports the package may need all threads for its own work.
"""

import os

try:
    import atexit
    import gc
    import signal
    import sys
    from types import FrameType
except KeyboardInterrupt:
    os._exit(130)

_heard: list[int] = []

_ROOM = 96 * 2**20
"""The bytes that must be free before a library of `_LARGE` is imported.

numpy 2.4 takes 80 MB of addresses with one thread of OpenBLAS, and 40 MB more for each further
thread. The first product of floats takes 32 MB; only matplotlib computes such a product.
"""
_LARGE = {"numpy", "matplotlib"}


class _Room:
    """A finder that finds no module, and refuses a large library if too little memory is free."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        if name in _LARGE:
            try:
                bytes(_ROOM)  # no page of these bytes is touched, so this takes no time
            except MemoryError:
                said = f"not enough memory to load {name}; takes {_ROOM // 10**6} MB"
                raise OSError(said) from None


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(128 + number)


def _interrupt(number: int, frame: FrameType | None) -> None:
    if _heard:
        os._exit(128 + number)
    _heard.append(number)
    raise KeyboardInterrupt


def _unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    """End at an interruption that no code can catch, such as during garbage collection."""
    if unraisable.exc_type is KeyboardInterrupt:
        os._exit(128 + (*_heard, signal.SIGINT)[0])
    if not _heard:
        sys.__unraisablehook__(unraisable)


# A process started by `nohup` or `&` ignores some signals, and goes on ignoring these signals.
_SIGNALS = [
    number
    for number in (signal.SIGINT, signal.SIGTERM)
    if signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL)
]
for each in _SIGNALS:
    signal.signal(each, _end)


def main() -> None:
    # Imported modules stay. The search for garbage among them takes a twentieth of a short command.
    gc.set_threshold(100_000)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for the workers as well
    sys.meta_path.insert(0, _Room)
    try:
        from .cli import main as command
    except (ImportError, MemoryError, OSError, SystemError) as error:
        said = " ".join(str(error).split()) or "not enough memory to start"
        os.write(2, f"Error: system: {said}\n".encode())
        sys.exit(3)
    sys.unraisablehook = _unraisable
    try:
        try:
            for each in _SIGNALS:
                signal.signal(each, _interrupt)
            command(prog_name="twoplayer")
        finally:
            for each in _SIGNALS:
                signal.signal(each, signal.SIG_IGN if each == signal.SIGINT else _end)
            gc.freeze()  # otherwise Python searches all objects for garbage once more at its end
    except BaseException:
        if not _heard:
            raise
    # If the signal came while `exec` ran a text, Python would end by the signal. So this ends it.
    atexit._run_exitfuncs()
    os._exit(128 + _heard[0])


if __name__ == "__main__":
    main()
