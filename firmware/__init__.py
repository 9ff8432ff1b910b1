"""The thing on the table: commands, service, camera, buttons, lights."""
