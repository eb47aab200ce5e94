// Output formats of results.
import { wrongType } from "./check.js";
import { to_base64, to_hex, to_string } from "./encoding.js";

const FORMATS = { uint8array: (value) => value, text: to_string, hex: to_hex, base64: (value) => to_base64(value) };

/** Returns the names of the output formats. */
export const output_formats = () => Object.keys(FORMATS);

/** Returns the function that formats a result, or undefined for bytes. */
export function formatOf(format) {
  // Programs written for libsodium.js may also pass 0 or false for bytes.
  if (!format || format === "uint8array") return undefined;
  if (typeof format !== "string") throw wrongType("outputFormat", "a string", format);
  if (!Object.hasOwn(FORMATS, format))
    throw new TypeError(`outputFormat must be one of ${output_formats().join(", ")}, not ${format}`);
  return FORMATS[format];
}
