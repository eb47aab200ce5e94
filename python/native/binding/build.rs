//! Generates a function `add_functions` for each source file: it registers all `#[pyfunction]`
//! functions of that file in a Python module, and the file includes it with `functions!("kx.rs")`.
//! Functions made by a macro are indented in the source and are skipped here; the macro registers
//! them.
// May import: nothing.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    list(Path::new("src"), &out)
}

fn list(folder: &Path, out: &Path) -> io::Result<()> {
    fs::create_dir_all(out)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let to = out.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            list(&path, &to)?;
        } else {
            fs::write(to, added(&fs::read_to_string(&path)?))?;
        }
    }
    Ok(())
}

/// Returns the source of `add_functions` for one file.
fn added(source: &str) -> String {
    let lines: String = source
        .split("\n#[pyfunction]\n")
        .skip(1)
        .filter_map(|rest| rest.lines().find_map(name))
        .map(|name| format!("    module.add_function(wrap_pyfunction!({name}, module)?)?;\n"))
        .collect();
    format!(
        "fn add_functions(module: &Bound<'_, PyModule>) -> PyResult<()> {{\n{lines}    Ok(())\n}}\n"
    )
}

fn name(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("fn ").filter(|(before, _)| !before.contains('#'))?;
    rest.split(['(', '<']).next()
}
