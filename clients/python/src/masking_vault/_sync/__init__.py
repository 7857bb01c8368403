# Made by npm run openapi from the same module of _async: not to be edited.
