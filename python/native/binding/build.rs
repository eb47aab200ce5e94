//! Lists the functions of each file, so that nobody has to: a file that says `functions!("kx.rs")` gets a
//! function `add_functions`, which puts into a module whatever the file marks with `#[pyfunction]`. What a
//! macro of the file makes is indented, and the macro adds it.
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

/// The function that adds those of a file.
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
