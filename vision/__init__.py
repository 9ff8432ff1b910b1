"""Reading the table with a camera."""

import os

# The products of the nets are so small that a second thread mostly waits for the first, and waits busily: it gains 3 %
# on an idle machine, and where other programs run too a look took ten times as long. It is told before numpy is loaded;
# who says otherwise is heard.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
