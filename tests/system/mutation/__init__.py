"""Do the tests notice when a rule is broken? Small faults are put into an engine, one at a time, and the tests run.

    python -m tests.system.mutation.run bakong --sample 300 --seed 1 --jobs 2 --timeout 60 --at-least 90

``mutants`` makes the faults, ``run`` plays them. A survivor is either a gap in the tests or a change that makes no
difference; ``--match TEXT`` tries again only the mutants whose line in the report contains the text. The report is in
``var/mutation/<slug>.json``. The sample game goes by the name of ``cups``.
"""
