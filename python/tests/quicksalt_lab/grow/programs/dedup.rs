//! Builds a list without duplicates by linear search; the compiler inlines everything.

struct Names {
    seen: Vec<u64>,
}

impl Names {
    #[inline(always)]
    fn dedup_push(&mut self, name: u64) {
        if !self.seen.contains(&name) {
            self.seen.push(name);
        }
    }
}

#[inline(never)]
fn load(n: u64) -> usize {
    let mut names = Names { seen: Vec::new() };
    for i in 0..n {
        names.dedup_push(i.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }
    names.seen.len()
}

fn main() {
    let n = std::env::args().nth(1).and_then(|text| text.parse().ok());
    println!("{}", load(n.unwrap_or(0)));
}
