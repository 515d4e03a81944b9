-- How private-desktop runs awesome: nothing but its notifications, so that what is on the display is theirs.
local awful = require("awful")
require("awful.autofocus")
require("naughty").config.defaults.timeout = 0
awful.screen.connect_for_each_screen(function(s) awful.tag({ "1" }, s, awful.layout.suit.floating) end)
