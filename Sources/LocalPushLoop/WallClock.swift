internal import CGLib

/// The clock on the wall, which people and administrators set: `CLOCK_REALTIME`.
public enum WallClock {
  /// Reads the clock in microseconds since 1970 UTC: `g_get_real_time`.
  public static func nowMicroseconds() -> Int64 {
    Int64(g_get_real_time())
  }
}

/// The clock that nobody sets, which stands still in suspend: `CLOCK_MONOTONIC`.
public enum MonotonicClock {
  /// Reads the clock in microseconds since some moment: `g_get_monotonic_time`.
  public static func nowMicroseconds() -> Int64 {
    Int64(g_get_monotonic_time())
  }
}
