"""What a test says of what is new in the program and lacks something elsewhere."""


def lacking(found, known, new, gone="{} is no more in the program: take it out here"):
    """Say what to do for each thing of the program that has nothing here, and the other way round.

    `{}` in a sentence stands for the thing. A test compares it with "": so all of it is printed.
    """
    missing = [new.format(each) for each in found if each not in known]
    needless = [gone.format(each) for each in known if each not in found]
    return "\n".join(missing + needless)
