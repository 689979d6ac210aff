import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentData, DocumentKind } from './documents.server.ts'
import { closeRenderer } from '../../../services/typeset/typeset.server.ts'
import { renderPdf, renderWithAnchors } from './documents.server.ts'
import { fontFiles, missingGlyphs } from '../../../runtime/fonts.server.ts'
import {
  sampleCbfSurvey,
  sampleCertificate,
  sampleContract,
  sampleDjb,
  sampleDkSurvey,
  sampleEstate,
  sampleFbfSurvey,
  sampleLandMap,
  sampleLetter,
  sampleIssueList,
  samplePosting,
  sampleSketch,
  sampleTable,
} from './samples.ts'

const o = { timestamp: '2028-01-05T00:00:00Z' }
const folder = mkdtempSync(join(tmpdir(), 'documents-'))

afterAll(async () => {
  await closeRenderer()
  rmSync(folder, { recursive: true })
})

function poppler(tool: string, pdf: Buffer, ...after: string[]): string {
  const file = join(folder, 'x.pdf')
  writeFileSync(file, pdf)
  return execFileSync(tool, [file, ...after], { encoding: 'utf8' })
}

const read = new WeakMap<Buffer, string>()
/** What a reader finds in it; each page ends with a form feed. */
function readOf(pdf: Buffer): string {
  const text = read.get(pdf) ?? poppler('pdftotext', pdf, '-')
  read.set(pdf, text)
  return text
}

function textOf(pdf: Buffer): string {
  return readOf(pdf).replace(/\s/g, '')
}

function pagesOf(pdf: Buffer): number {
  return readOf(pdf).split('\f').length - 1
}

/** Every word must lie inside its page: nothing runs off the paper. */
function strayWords(pdf: Buffer): string[] {
  const stray: string[] = []
  let page = { w: 0, h: 0 }
  for (const line of poppler('pdftotext', pdf, '-bbox', '-').split('\n')) {
    const size = /<page width="([\d.]+)" height="([\d.]+)"/.exec(line)
    if (size) page = { w: Number(size[1]), h: Number(size[2]) }
    const word = /xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)<\/word/.exec(line)
    if (!word) continue
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = word.slice(1, 5).map(Number)
    if (x0 < 15 || y0 < 8 || x1 > page.w - 15 || y1 > page.h - 8) stray.push(word[5] ?? '')
  }
  return stray
}

const samples: { [K in DocumentKind]: DocumentData[K] } = {
  contract: sampleContract(8, 16),
  sketch: sampleSketch(16),
  djb: sampleDjb(8, 16),
  'cbf-survey': sampleCbfSurvey(20),
  'fbf-survey': sampleFbfSurvey(2),
  'dk-survey': sampleDkSurvey(30),
  letter: sampleLetter(40),
  posting: samplePosting(12, 7),
  'issue-list': sampleIssueList(40),
  certificate: sampleCertificate(8, 16),
  table: sampleTable(20),
  'land-map': sampleLandMap(12),
  estate: sampleEstate(8, 40),
  watermark: { title: '水印', docId: '', lines: ['张三 2026-11-29 10:00:00', '仅供本户查阅'] },
}
const kinds = Object.keys(samples) as DocumentKind[]

describe('every kind of document', () => {
  const printed = new Map<DocumentKind, Buffer>()
  const again = new Map<DocumentKind, Buffer>()
  beforeAll(async () => {
    for (const kind of kinds) printed.set(kind, await renderPdf(kind, samples[kind], o))
    await closeRenderer()
    // by a renderer that knows nothing of the first, in another order
    for (const kind of kinds.toReversed()) again.set(kind, await renderPdf(kind, samples[kind], o))
  })

  test.each(kinds)('%s gives the same bytes for the same input and time', async (kind) => {
    const first = printed.get(kind)!
    expect(again.get(kind)!.equals(first)).toBe(true)
    expect((await renderPdf(kind, samples[kind], { timestamp: '2028-01-06T00:00:00Z' })).equals(first)).toBe(false)
  })

  test.each(kinds)('%s embeds our own fonts and no other, and no sign that is not seen stands between its signs', (kind) => {
    const pdf = printed.get(kind)!
    const rows = poppler('pdffonts', pdf).trim().split('\n').slice(2)
    expect(rows.length).toBeGreaterThan(0)
    // codes are copied and searched as they stand
    expect(textOf(pdf)).not.toMatch(/\p{Cf}/u)
    for (const row of rows) expect(row).toMatch(/^[A-Z]{6}\+Noto(Serif|Sans)SC-\S+ .* yes yes yes +\d+ +0$/)
    // and says that it is PDF/A-2b, with the colours it means
    const bytes = pdf.toString('latin1')
    for (const mark of ['pdfaid:part>2<', 'pdfaid:conformance>B<', 'GTS_PDFA1']) expect([mark, bytes.includes(mark)]).toEqual([mark, true])
  })
})

describe('the contract', () => {
  test.each([
    [1, 1, 4],
    [1, 16, 5],
    [1, 60, 8],
    [8, 1, 4],
    [8, 16, 5],
    [8, 60, 8],
    [20, 1, 5],
    [20, 16, 5],
    [20, 60, 9],
  ])('of %i members and %i parcels has %i pages, every name and parcel code, and nothing off the paper', async (members, parcels, pages) => {
    const doc = sampleContract(members, parcels)
    const pdf = await renderPdf('contract', doc, o)
    const text = textOf(pdf)
    for (const m of doc.jtcy) expect(text).toContain(m.cyzjhm)
    for (const k of doc.dk) expect(text).toContain(k.dkbm.slice(14))
    expect(text).toContain('十、合同份数')
    expect(pagesOf(pdf)).toBe(pages)
    expect(strayWords(pdf)).toEqual([])
    expect(text.includes('附表承包地块情况表')).toBe(parcels > 16)
    expect(text).not.toMatch(/null|undefined|none/)
  })

  test('of another way has clauses and a second article of its own, no list of members, and shows its serial', async () => {
    const text = textOf(await renderPdf('contract', { ...sampleContract(3, 9), way: '公开协商', htxlh: '5120212026000001' }, o))
    for (const w of ['（其他方式承包）', '承包方式：公开协商。', '土地经营权', '防止水土流失', '合同序列号', '5120212026000001', '共9块'])
      expect(text).toContain(w)
    for (const w of ['（家庭承包方式）', '承包方家庭成员信息', '农业农村部', '承包方代表', '附表']) expect(text).not.toContain(w)
  })

  test('repeats the table head on every page of the annex', async () => {
    const text = textOf(await renderPdf('contract', sampleContract(1, 60), o))
    expect(text.split('地块代码').length - 1).toBe(1 + 4)
  })

  test('prints markup in user text letter by letter', async () => {
    const evil = '#include "x" *b* $y$ <z> \\ #sys.inputs'
    const base = sampleContract(1, 1)
    const pdf = await renderPdf('contract', { ...base, cbf: { ...base.cbf, cbfdz: evil }, qtsx: [evil] }, o)
    expect(textOf(pdf).split(evil.replace(/\s/g, '')).length - 1).toBe(2)
  })

  test('has its codes and numbers as whole words, to copy and to search', async () => {
    const words = poppler('pdftotext', await renderPdf('contract', sampleContract(2, 2), o), '-').split(/\s+/)
    for (const code of ['512021101201030007J', '512021195001011000', 'N2512021MF0000001X']) expect(words).toContain(code)
  })

  test('names six signature places on one page, inside the paper and apart from each other', async () => {
    const { anchors } = await renderWithAnchors('contract', sampleContract(20, 60), o)
    expect(anchors.map((a) => a.name).sort()).toEqual(['cbfFinger', 'cbfSign', 'fbfPrincipal', 'fbfSeal', 'jzSeal', 'signDay'])
    expect(new Set(anchors.map((a) => a.page)).size).toBe(1)
    for (const {
      rect: [x0, y0, x1, y1],
    } of anchors)
      expect(x0 > 0 && y0 > 0 && x1 < 596 && y1 < 842 && x1 > x0 && y1 > y0).toBe(true)
    for (const a of anchors) {
      for (const b of anchors) {
        const apart = a === b || a.rect[2] <= b.rect[0] || b.rect[2] <= a.rect[0] || a.rect[3] <= b.rect[1] || b.rect[3] <= a.rect[1]
        expect(apart, `${a.name} ${b.name}`).toBe(true)
      }
    }
  })

  test.each([
    ['transfer', '农村土地承包经营权转让合同', '转让方代表：赵六', '受让方代表（签章）'],
    ['exchange', '农村土地承包经营权互换合同', '互换对方代表：赵六', '互换对方代表（签章）'],
  ] as const)('a contract of three (%s) names the other party, what goes, and a place for its signature', async (kind, title, named, signs) => {
    const other = { kind, cbfmc: '赵六', cbfzjhm: '510112197001011239', cbfdz: '周礼镇' }
    const { pdf, anchors } = await renderWithAnchors('contract', { ...sampleContract(2, 4), other, qtsx: ['地块一并转移'] }, o)
    const text = textOf(pdf)
    for (const said of [
      title,
      named,
      signs,
      '地块一并转移',
      kind === 'transfer' ? '转让方与发包方在所转让地块上的承包关系即行终止' : '换入地块的土地承包经营权归承包方',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain('制定')
    expect(anchors.map((a) => a.name).sort()).toEqual(['cbfFinger', 'cbfSign', 'cbfZrSign', 'fbfPrincipal', 'fbfSeal', 'jzSeal', 'signDay'])
    expect(new Set(anchors.map((a) => a.page)).size).toBe(1)
    const zr = anchors.find((a) => a.name === 'cbfZrSign')!.rect
    for (const { name, rect: r } of anchors) if (name !== 'cbfZrSign') expect(zr[2] <= r[0] || r[2] <= zr[0] || zr[3] <= r[1] || r[3] <= zr[1], name).toBe(true)
  })

  test('refuses a parcel code that is not 19 digits', async () => {
    const base = sampleContract(1, 1)
    await expect(renderPdf('contract', { ...base, dk: base.dk.map((k) => ({ ...k, dkbm: '123' })) }, o)).rejects.toThrow('地块代码应为19位数字')
  })
})

describe('the other forms', () => {
  test.each([
    [1, 1],
    [6, 1],
    [7, 2],
    [14, 2],
    [15, 3],
    [60, 8],
  ])('a sketch of %i parcels has %i pages, six cells first and eight after', async (parcels, pages) => {
    const pdf = await renderPdf('sketch', sampleSketch(parcels), o)
    expect(pagesOf(pdf)).toBe(pages)
    expect(strayWords(pdf)).toEqual([])
    expect(textOf(pdf)).toContain(`${String(parcels).padStart(5, '0')}：`)
  })

  test.each([
    [1, 1],
    [8, 16],
    [20, 60],
  ])('a registration book of %i members and %i parcels stays on its pages', async (members, parcels) => {
    const pdf = await renderPdf('djb', sampleDjb(members, parcels), o)
    expect(strayWords(pdf)).toEqual([])
    for (const part of ['共有人情况', '承包地块情况', '承包地块示意图', '变动登记', '登簿人']) expect(textOf(pdf)).toContain(part)
  })

  test.each([
    [1, 1],
    [12, 1],
    [13, 2],
    [20, 2],
  ])('a contractor survey form of %i members has %i pages', async (members, pages) => {
    const pdf = await renderPdf('cbf-survey', sampleCbfSurvey(members), o)
    expect(pagesOf(pdf)).toBe(pages)
    expect(textOf(pdf)).toContain(`共${members}人`)
    expect(strayWords(pdf)).toEqual([])
  })

  test.each([
    [4, 2],
    [18, 2],
    [19, 3],
    [60, 5],
  ])('a parcel survey of %i points has %i pages', async (points, pages) => {
    const pdf = await renderPdf('dk-survey', sampleDkSurvey(points), o)
    expect(pagesOf(pdf)).toBe(pages)
    expect(strayWords(pdf)).toEqual([])
  })

  test('issuer survey forms come one a page', async () => {
    expect(pagesOf(await renderPdf('fbf-survey', sampleFbfSurvey(3), o))).toBe(3)
  })
})

describe('rare characters', () => {
  const bare = { ...fontFiles(), rare: [] }

  test('those of the common name tables are drawn by our own fonts', () => {
    expect(missingGlyphs('张𬀩䶮㛃𬭎𤩽𣲘𨱏𫘧㭎·（1.20亩）\n', bare)).toEqual([])
  })

  test('a character of no font is reported once and in order', () => {
    expect(missingGlyphs('张\u{20BB7}\u{E000}\u{20BB7}', bare)).toEqual(['\u{20BB7}', '\u{E000}'])
  })

  test('a document with one is refused by name before it is typeset', async () => {
    await expect(renderPdf('contract', { ...sampleContract(1, 1), qddd: '\u{E000}村' }, o)).rejects.toThrow('U+E000')
  })
})

describe('the certificate', () => {
  test('on a pre-printed blank has the values alone, moved as the county says; on plain paper the labels too', async () => {
    const plain = sampleCertificate(13, 7)
    const [framed, blank] = [await renderPdf('certificate', plain, o), await renderPdf('certificate', sampleCertificate(13, 7, false), o)]
    for (const pdf of [framed, blank]) {
      for (const m of plain.jtcy) expect(textOf(pdf)).toContain(m.cyzjhm)
      for (const k of plain.dk) expect(textOf(pdf)).toContain(k.dkbm.slice(14))
      expect(strayWords(pdf)).toEqual([])
    }
    expect([textOf(framed).includes('权证编号'), textOf(blank).includes('权证编号')]).toEqual([true, false])
    const at = (pdf: Buffer) => Number(/xMin="([\d.]+)"[^>]*>安岳县人民政府/.exec(poppler('pdftotext', pdf, '-bbox', '-'))?.[1])
    const moved = await renderPdf('certificate', { ...plain, paper: { ...plain.paper, dx: 5 } }, o)
    expect(at(moved) - at(framed)).toBeCloseTo((5 * 72) / 25.4, 1)
    const pages = await renderPdf('certificate', { ...plain, part: 'changes' }, o)
    expect([pagesOf(pages), pagesOf(framed) > 4]).toEqual([1, true])
  })
})
