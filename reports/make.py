"""Write what this folder holds, or compare it: `python reports/make.py [NAME]... [--check]`.

`python reports/make.py -h` says more.
"""

from making.command import main

if __name__ == "__main__":
    main()
