import { crc32, deflateRawSync } from 'node:zlib'

/** 1980-01-01 00:00, the first time that the format knows: the same content is the same archive. */
const TIME = 0,
  DAY = 0x21
const UTF8_NAMES = 0x0800
const DEFLATE = 8

/** A ZIP of texts in memory, each by its path. Source: APPNOTE.TXT 4.3 (local headers, central directory, end record). */
export function zipOf(files: readonly { path: string; text: string }[]): Buffer {
  const parts: Buffer[] = [],
    central: Buffer[] = []
  let at = 0
  for (const f of files) {
    const name = Buffer.from(f.path, 'utf8'),
      data = Buffer.from(f.text, 'utf8'),
      packed = deflateRawSync(data)
    // what both headers say: version, flags, method, time, day, sum, sizes, length of the name, no extra field
    const facts = Buffer.alloc(26)
    ;[20, UTF8_NAMES, DEFLATE, TIME, DAY].forEach((v, i) => facts.writeUInt16LE(v, i * 2))
    ;[crc32(data), packed.length, data.length].forEach((v, i) => facts.writeUInt32LE(v, 10 + i * 4))
    facts.writeUInt16LE(name.length, 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 0]), facts, tail, name]))
    parts.push(head, packed)
    at += head.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, directory, end])
}
