"""What a test says of what is new in the program and lacks something here."""


def lacking(found, known, sentence):
    """Say what to do for each thing of the program that has nothing here, and the other way round.

    `{}` in the sentence stands for what is new. A test compares it with [], so that it is printed.
    """
    gone = [f"{each!r} is no more in the program: take it out here" for each in known]
    new = [sentence.format(each) for each in found if each not in known]
    return new + [said for each, said in zip(known, gone, strict=True) if each not in found]
