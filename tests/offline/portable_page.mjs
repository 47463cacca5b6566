// Runs tools/bench/portable.c as WebAssembly in a page, which evaluates run(). The page fetches files from portable/NAME.

// Returns what the program prints. A minimal WASI: two command-line arguments, a clock, and standard output.
export async function run({ host, arrays }) {
  const { sha256Block } = await import(host);
  let memory = null, state = 1, said = '';
  const bytes = (at = 0, length = undefined) => new Uint8Array(memory.buffer, at, length), view = () => new DataView(memory.buffer);
  const words = 'portable\0quick\0', read = async (name) => new Uint8Array(await (await fetch(`portable/${name}`)).arrayBuffer());
  const own = {
    // The same generator as in tools/bench/portable_random.c.
    random: (at, length) => bytes(at, length).forEach((_, i, all) => (all[i] = (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24)),
    sha256: (sum, block) => sha256Block(new Uint32Array(memory.buffer, sum, 8), bytes(), block),
    category: () => 10, // letter: all names here are ASCII
    fold_name: (name, out) => (bytes().copyWithin(out, name, bytes().indexOf(0, name)), bytes().indexOf(0, name) - name),
    args_sizes_get: (count, size) => (view().setUint32(count, 2, true), view().setUint32(size, words.length, true), 0),
    args_get: (at, text) => (view().setUint32(at, text, true), view().setUint32(at + 4, text + 9, true), bytes(text, words.length).set(new TextEncoder().encode(words)), 0),
    clock_time_get: (id, precision, out) => (view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true), 0),
    environ_sizes_get: (count, size) => (view().setUint32(count, 0, true), view().setUint32(size, 0, true), 0),
    fd_fdstat_get: (fd, out) => (bytes(out, 24).fill(0), view().setUint8(out, 2), 0), // a terminal
    fd_prestat_get: () => 8, // no preopened folder
    fd_write: (fd, parts, count, written) => {
      let length = 0;
      for (let i = 0; i < count; i++) {
        const size = view().getUint32(parts + 8 * i + 4, true);
        said += new TextDecoder().decode(bytes(view().getUint32(parts + 8 * i, true), size).slice());
        length += size;
      }
      view().setUint32(written, length, true);
      return 0;
    },
    proc_exit: (code) => {
      throw new Error(`it ended with ${code}: ${said}`);
    },
  };
  const module = await WebAssembly.compile(await read('module')), imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = own[name] ?? (() => 0);
  const { exports } = await WebAssembly.instantiate(module, imports);
  memory = exports.memory;
  for (const name of arrays) if (exports[name]) bytes().set(await read(name), exports[name].value);
  exports._start();
  return said;
}
