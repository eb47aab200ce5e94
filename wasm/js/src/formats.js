// The forms that results come in.
import { wrongType } from "./check.js";
import { to_base64, to_hex, to_string } from "./encoding.js";

const FORMATS = { uint8array: (value) => value, text: to_string, hex: to_hex, base64: (value) => to_base64(value) };

/** The forms that results come in. */
export const output_formats = () => Object.keys(FORMATS);

/** What makes the form of a result; nothing for bytes. */
export function formatOf(format) {
  // Programs written for libsodium.js also pass 0 or false where they want bytes.
  if (!format || format === "uint8array") return undefined;
  if (typeof format !== "string") throw wrongType("outputFormat", "a string", format);
  if (!Object.hasOwn(FORMATS, format))
    throw new TypeError(`outputFormat must be one of ${output_formats().join(", ")}, not ${format}`);
  return FORMATS[format];
}
