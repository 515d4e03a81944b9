internal import CGLib

/// A NULL-terminated array of C strings, freed with its owner: `GStrv`.
struct StringVector: ~Copyable {
  let pointer: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?

  /// Copies the strings: `g_strdup`.
  init(_ strings: [String]) {
    let size = MemoryLayout<UnsafeMutablePointer<gchar>?>.stride
    let memory = g_malloc0_n(gsize(strings.count + 1), gsize(size))!
    let vector = memory.bindMemory(to: UnsafeMutablePointer<gchar>?.self, capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { vector[index] = g_strdup(string) }
    pointer = vector
  }

  /// Takes over an array that GLib made.
  init(takingOver pointer: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) {
    self.pointer = pointer
  }

  deinit {
    g_strfreev(pointer)
  }
}
