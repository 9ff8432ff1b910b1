"""The thing on the table: commands, service, camera, buttons, lights."""

import vision as vision  # before anything loads numpy: it says how many threads that may take
