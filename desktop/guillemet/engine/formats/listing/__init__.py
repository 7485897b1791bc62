r"""The listing format: code in a fence, of the one file that the words right above name.

    Update `src/rates.py`:

    ```python
    def standard():
        return 19
    ```

The listing may be the whole file, some of its definitions, or pieces of it between lines that only say that code was
left out. Models write it when nothing else is asked for, so there are no instructions. The file is named, in this order

    in the info of the fence             ```python src/rates.py        ```ts:src/rates.ts
    in the paragraph above it            Here is the updated `src/rates.py`:
    in the head above that               ### src/rates.py   **`src/rates.py`**   [rates.py](file:///home/me/src/rates.py)
    in a comment in its first line       # src/rates.py     // filepath: src/rates.ts

by a path, or the end of one, that means one file which is there; a new file is named by a whole path that the words
call new, or by a head without more words where there are no files yet. Where no file is named, and words of a change
stand above, the only one of the conversation is meant if half of the lines are its own. A pair of listings headed
Before and After, Old and New, Find and Replace with is one edit.

Code that only explains something must stay prose: a proposal that was not meant is worse than one that is missed. So a
sentence names a file only with words of a change, and words of an example, a question or a choice above the fence, in
the head of the section or at the start of the reply take precedence.
"""
