# LocalPush. The two commands to begin with: make demo, make test. Then: make && sudo make install
#
#   build      the two programs, in .build/release
#   demo       see it work, on your desktop or on a private one
#   test       all tests
#   test-servers  with every notification server that installs small; renews data/doc/servers.md
#              SERVERS='cinnamon budgie-daemon gnome-shell plasma': with these, a desktop of half a gigabyte each
#   test-docks  the badges on a real dock, plank
#              DOCKS='plank plasma dash-to-dock': on those of Plasma and GNOME as well, half a gigabyte each
#   simulate   SEEDS=1000 STEPS=500: the scheduler in a scripted world, every rule held after every step
#   mutate     MUTATIONS=…: one fault at a time is put into a copy of the scheduler or its store; the simulation catches each
#   kill-test  KILLS=300 SEED=…: the daemon killed at random moments; then every message is accounted for
#   docs       the documentation of the Swift library, in .build/docs
#   bench      every figure of this machine: next occurrences beside libical's and dateutil's, the daemon beside the
#              disk, the bus and APScheduler, localpush list beside gdbus, in the same run
#   check      format, lint, build without warnings, all tests
#   format     put the Swift files into shape
#   install    under PREFIX (/usr/local); DESTDIR is honoured
#   uninstall  what install put there
#   clean      what build put there

SWIFT = swift
SWIFT_FILES = Package.swift Sources Tests
SEEDS = 1000
STEPS = 500
KILLS = 300
SEED =
MUTATIONS =

PREFIX = /usr/local
bindir = $(PREFIX)/bin
datadir = $(PREFIX)/share
mandir = $(datadir)/man
docdir = $(datadir)/doc/localpush

# Sessions look for autostart entries in /etc/xdg/autostart and ~/.config/autostart, and nowhere else unless they are
# told to: an entry below /usr/local/etc would never be read.
ifneq ($(filter /usr /usr/local,$(PREFIX)),)
  sysconfdir = /etc
else
  sysconfdir = $(PREFIX)/etc
endif
ifeq ($(PREFIX),$(HOME)/.local)
  autostartdir = $(HOME)/.config/autostart
else
  autostartdir = $(sysconfdir)/xdg/autostart
endif

SERVERS = dunst notification-daemon mate-notification-daemon xfce4-notifyd lxqt-notificationd mako swaync awesome \
  notify-osd
LARGE_SERVERS = budgie-daemon cinnamon gnome-shell plasma
DOCKS = plank

ID = org.localpush.LocalPush
PROGRAMS = localpushd localpush
LANGUAGES = de zh_CN
ICONS = scalable/apps/$(ID).svg symbolic/apps/$(ID)-symbolic.svg
EXAMPLES = messages.conf feed.json schedule-with-gdbus.sh schedule-with-busctl.sh \
  schedule-with-python.py
INSTALLED = $(addprefix $(bindir)/,$(PROGRAMS)) \
  $(datadir)/dbus-1/services/$(ID).service \
  $(datadir)/dbus-1/interfaces/org.localpush.LocalPush1.xml \
  $(autostartdir)/$(ID).desktop \
  $(datadir)/applications/$(ID).desktop \
  $(addprefix $(datadir)/icons/hicolor/,$(ICONS)) \
  $(datadir)/bash-completion/completions/localpush \
  $(datadir)/zsh/site-functions/_localpush \
  $(datadir)/fish/vendor_completions.d/localpush.fish \
  $(foreach language,$(LANGUAGES),$(datadir)/locale/$(language)/LC_MESSAGES/localpush.mo) \
  $(mandir)/man1/localpush.1 $(mandir)/man5/localpush.conf.5 $(mandir)/man8/localpushd.8 \
  $(docdir)/servers.md $(addprefix $(docdir)/examples/,$(EXAMPLES))

build:
	$(SWIFT) build -c release --static-swift-stdlib

demo:
	@Tests/install-packages build
	$(SWIFT) build -c release --static-swift-stdlib
	@Tests/desktop/demo .build/release

test:
	@Tests/install-packages build test
	$(SWIFT) test
	Tests/desktop/test-servers .build/debug dunst notification-daemon
	Tests/desktop/todo-life .build/debug
	Tests/fresh-package .build/debug

test-servers:
	@Tests/install-packages build test servers $(filter $(LARGE_SERVERS),$(SERVERS))
	$(SWIFT) build
	Tests/desktop/test-servers --write data/doc/servers.md .build/debug $(SERVERS)

test-docks:
	@Tests/install-packages build test $(DOCKS:%=dock-%)
	$(SWIFT) build
	for dock in $(DOCKS); do Tests/desktop/dock-trial .build/debug $$dock || exit 1; done

# The first seeds of these worlds run with every `make test`.
simulate:
	@Tests/install-packages build
	$(SWIFT) build -c release --product simulate
	.build/release/simulate $(SEEDS) $(STEPS)

mutate:
	@Tests/install-packages build test
	Tests/mutate $(MUTATIONS)

# Real programs and a real clock: the same seed asks the same, and the kernel makes something else of it.
kill-test:
	@Tests/install-packages build test
	$(SWIFT) build -c release --static-swift-stdlib
	.build/release/kill-trial .build/release $(KILLS) $(SEED)

bench:
	@Tests/install-packages build test
	@Tests/install-packages bench
	$(SWIFT) build -c release --static-swift-stdlib
	.build/release/TimeBenchmark
	.build/release/DaemonBenchmark .build/release
	Tests/bench-list .build/release

check:
	@Tests/install-packages build test check
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_FILES)
	Tests/check-files
	Tests/without-warnings $(SWIFT) build --build-tests
	$(SWIFT) test
	Tests/build-docs .build/debug .build/docs

docs:
	@Tests/install-packages build
	$(SWIFT) build --target LocalPush
	Tests/build-docs .build/debug .build/docs

format:
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_FILES)

# Does not build: `sudo make install` must not leave files of root's in .build.
install:
	@case '$(bindir)' in \
	  /*[!A-Za-z0-9/._+-]*|[!/]*) echo 'install: PREFIX must be an absolute path of plain characters' >&2; exit 1;; esac
	@test -x .build/release/localpushd || { echo 'install: run make first' >&2; exit 1; }
	install -d $(addprefix $(DESTDIR),$(sort $(dir $(INSTALLED))))
	install -m 755 $(addprefix .build/release/,$(PROGRAMS)) $(DESTDIR)$(bindir)
	$(call install_with_path,$(ID).service,$(datadir)/dbus-1/services/$(ID).service)
	$(call install_with_path,$(ID).desktop,$(datadir)/applications/$(ID).desktop)
	$(call install_with_path,autostart.desktop,$(autostartdir)/$(ID).desktop)
	install -m 644 data/org.localpush.LocalPush1.xml $(DESTDIR)$(datadir)/dbus-1/interfaces
	for icon in $(ICONS); do \
	  install -m 644 data/icons/hicolor/$$icon $(DESTDIR)$(datadir)/icons/hicolor/$$icon || exit 1; done
	for language in $(LANGUAGES); do \
	  msgfmt --check-format -o $(DESTDIR)$(datadir)/locale/$$language/LC_MESSAGES/localpush.mo data/po/$$language.po || exit 1; done
	install -m 644 data/completions/localpush.bash $(DESTDIR)$(datadir)/bash-completion/completions/localpush
	install -m 644 data/completions/_localpush $(DESTDIR)$(datadir)/zsh/site-functions
	install -m 644 data/completions/localpush.fish $(DESTDIR)$(datadir)/fish/vendor_completions.d
	install -m 644 data/man/localpush.1 $(DESTDIR)$(mandir)/man1
	install -m 644 data/man/localpush.conf.5 $(DESTDIR)$(mandir)/man5
	install -m 644 data/man/localpushd.8 $(DESTDIR)$(mandir)/man8
	install -m 644 data/doc/servers.md $(DESTDIR)$(docdir)
	install -m 644 $(addprefix data/examples/,$(EXAMPLES)) $(DESTDIR)$(docdir)/examples
	$(refresh)

uninstall:
	rm -f $(addprefix $(DESTDIR),$(INSTALLED))
	-rmdir $(DESTDIR)$(docdir)/examples $(DESTDIR)$(docdir)
	$(refresh)

# install_with_path FILE,TARGET: with the absolute path of the programs written into it
define install_with_path
sed 's|@bindir@|$(bindir)|' data/$(1) > $(DESTDIR)$(2)
	chmod 644 $(DESTDIR)$(2)
endef

# A newer folder tells desktops that their cache of its icons is out of date.
define refresh
@touch -c $(DESTDIR)$(datadir)/icons/hicolor
endef

clean:
	rm -rf .build

.PHONY: build demo test test-servers test-docks simulate mutate kill-test bench docs check format install uninstall clean
