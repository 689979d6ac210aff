// Every form for households that are hard to print (testing.server.ts): what a reader finds, and where it stands on the page. With PAPERS_TO=<folder> the files are kept, to look at.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { closeRenderer } from '../../../services/typeset/typeset.server.ts'
import { renderPdf } from './documents.server.ts'
import { cbfSurveyModel } from './cbf-survey.ts'
import { cases, F, formsOf, householdOf, parcelsOf, renamed, words, type AnyDoc } from './testing.server.ts'
import { dkSurveyModel } from './dk-survey.ts'
import { estateModel } from './estate.ts'
import { fbfSurveyModel } from './fbf-survey.ts'
import { placeLabel } from './label.ts'
import { letterModel, type LetterDoc } from './letter.ts'
import { postingModel } from './posting.ts'
import { MARGIN, sketchModel, usualScale } from './sketch.ts'
import { parcelDoc } from '../parcel-doc.ts'
import { sketchDoc } from '../sketch-doc.ts'

const folder = process.env.PAPERS_TO ?? mkdtempSync(join(tmpdir(), 'difficult-'))
afterAll(async () => {
  await closeRenderer()
  if (!process.env.PAPERS_TO) rmSync(folder, { recursive: true })
})

interface Word {
  text: string
  x0: number
  y0: number
  x1: number
  y1: number
}
/** Points of a page, from below, in which its foot stands. */
const FOOT = 40
interface Page {
  w: number
  h: number
  words: Word[]
  /** text without blanks */
  text: string
}
const o = { timestamp: '2028-01-05T00:00:00Z' }
const kept = new Map<string, Page[]>()
async function pagesOf(name: string, doc: AnyDoc): Promise<Page[]> {
  const known = kept.get(name)
  if (known) return known
  const file = join(folder, `${name}.pdf`)
  writeFileSync(file, await renderPdf(doc[0], doc[1] as never, o))
  const pages: Page[] = []
  for (const line of execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' }).split('\n')) {
    const size = /<page width="([\d.]+)" height="([\d.]+)"/.exec(line)
    if (size) pages.push({ w: Number(size[1]), h: Number(size[2]), words: [], text: '' })
    const word = /xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)<\/word/.exec(line)
    if (word) {
      const [x0, y0, x1, y1] = word.slice(1, 5).map(Number) as [number, number, number, number]
      pages.at(-1)!.words.push({ text: word[5]!, x0, y0, x1, y1 })
    }
  }
  for (const p of pages) p.text = p.words.map((w) => w.text).join('')
  kept.set(name, pages)
  return pages
}
const whole = async (name: string, doc: AnyDoc) => (await pagesOf(name, doc)).map((p) => p.text).join('')

// those that only grow move the end of a letter over the page, and of the contract
const LETTERS = ['contract', 'extension', 'register-survey', 'publicity-confirm', 'cbjyqzsqs', 'real-estate']
/** What forms say of a household: its members with their numbers, or, where everybody reads it, without; its parcels, and their areas of contract and survey. */
const SAYS: Readonly<Record<'members' | 'posted' | 'parcels' | 'contract' | 'measured', readonly string[]>> = {
  members: ['contract', 'djb', 'certificate', 'cbf-survey', 'extension', 'real-estate', 'real-estate-a4', 'give-up', 'mandate', 'extinct', 'register-survey', 'publicity-confirm', 'cbjyqzsqs'],
  posted: ['posting', 'signing', 'members'],
  parcels: ['contract', 'djb', 'sketch', 'certificate', 'posting', 'extension', 'signing', 'location', 'posted-map', 'real-estate', 'real-estate-a4', 'give-up', 'extinct', 'register-survey', 'publicity-confirm', 'cbjyqzsqs'],
  contract: ['contract', 'djb', 'sketch', 'certificate', 'real-estate', 'real-estate-a4', 'give-up', 'extinct', 'register-survey', 'publicity-confirm', 'cbjyqzsqs'],
  measured: ['djb', 'posting', 'extension', 'signing', 'location', 'posted-map', 'give-up', 'extinct', 'register-survey', 'publicity-confirm', 'cbjyqzsqs'],
} // prettier-ignore
const times = (text: string, part: string) => text.split(part).length - 1
describe.each(cases)('the household $name', (c) => {
  const forms = Object.fromEntries(Object.entries(formsOf(c)).filter(([form]) => !c.name.startsWith('grown') || LETTERS.includes(form)))
  test.each(Object.keys(forms))('%s says of persons and parcels what the register says, each of them', async (form) => {
    const text = await whole(`${c.name}-${form}`, forms[form]!)
    const { rows } = householdOf(c)
    for (const m of rows.members) {
      const [name, number] = [String(m.cyxm), String(m.cyzjhm)]
      if (SAYS.members.includes(form)) expect([form, name, text.includes(name), text.includes(number)]).toEqual([form, name, true, true])
      if (SAYS.posted.includes(form)) expect([form, name, text.includes(name), text.includes(number)]).toEqual([form, name, true, false])
    }
    if (SAYS.parcels.includes(form)) expect(rows.parcels.filter((p) => !text.includes(p.dkbm.slice(14))).map((p) => p.dkbm)).toEqual([])
    for (const [areas, field] of [['contract', 'htmjm'], ['measured', 'scmjm']] as const) {
      if (!SAYS[areas].includes(form)) continue
      for (const [mu, own] of Map.groupBy(rows.parcels, (p) => String(p[field]))) expect([form, mu, times(text, mu) >= own.length], `${times(text, mu)} times`).toEqual([form, mu, true])
    } // prettier-ignore
  })
  test.each(Object.keys(forms))('%s stays on its pages and none of them is empty or has signatures alone', async (form) => {
    const pages = await pagesOf(`${c.name}-${form}`, forms[form]!)
    for (const [i, p] of pages.entries()) {
      for (const w of p.words) expect([w.text, w.x0 > 8 && w.y0 > 8 && w.x1 < p.w - 8 && w.y1 < p.h - 8]).toEqual([w.text, true])
      // the foot tells what every page tells
      const said = p.words.flatMap((w) => (w.y0 < p.h - FOOT ? w.text : [])).join('')
      expect([form, i, said.length > 0]).toEqual([form, i, true])
      // what is left of a page when all that is signed, dated or stands above it is taken away
      const left = said.replace(
        /签名：|[^：]{0,12}[（(](签字、?)?按印[）)]：?|[\u4e00-\u9fa5]{0,6}日期：?|调查员：?|发包方（章）：?|承包方代表签字：?|附表|签订地点：?/g,
        '',
      )
      expect([form, i, left.length > 12]).toEqual([form, i, true])
    }
    expect(await whole(`${c.name}-${form}`, forms[form]!)).not.toMatch(/null|undefined|NaN/)
  })
})

const named = (name: string) => cases.find((c) => c.name === name)!
const said = (name: string, form: string) => whole(`${name}-${form}`, formsOf(named(name))[form]!)

describe('a cell is never torn by the end of a page', () => {
  /** A long text that tells which cell it stands in, wherever a line of it ends. */
  const long = (n: number) => Array.from({ length: 24 }, () => `张${mark(n)}`)
  const mark = (n: number) => `X${String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))}Z`
  const parcels = (n: number) =>
    parcelsOf(n).map((p) => ({ dkmc: '田', dkbm: p.dkbm, dkdz: '', dknz: '', dkxz: '', dkbz: '', scmjm: '1', htmjm: '1', kind: '' }))
  /** Households of one line that move what follows over the end of a page, then some with long texts, of one line and of several. */
  const households = (shift: number) => Array.from({ length: shift + 16 }, (_, n) => ({ n, isLong: n >= shift, parcels: parcels(n < shift ? 1 : 1 + (n % 4)) }))
  const docs: Record<string, (shift: number) => AnyDoc> = {
    'issue-list': (shift) => [
      'issue-list',
      {
        title: '颁证清册',
        place: '油坪村',
        day: '2028年01月05日',
        scmjm: '1',
        households: households(shift).map((h) => ({
          cbfmc: '张三',
          members: h.isLong ? long(h.n) : ['李四'],
          code: '',
          serial: '',
          scmjm: '1',
          parcels: h.parcels,
        })),
      },
    ],
    ...Object.fromEntries(
      (['first', 'second'] as const).map((form) => [
        `posting-${form}`,
        (shift: number): AnyDoc => [
          'posting',
          {
            title: '公示表',
            issuer: '油坪村',
            period: '',
            form,
            scmjm: '1',
            htmjm: '1',
            changes: [],
            households: households(shift * 2).map((h) => {
              const text = (h.isLong ? [...long(h.n), ...long(h.n), ...long(h.n)] : ['无']).join('、')
              return { cbfmc: '张三', members: [], parcels: h.parcels, scmjm: '1', htmjm: '1', remark: text }
            }),
          },
        ],
      ]),
    ),
    table: (shift) => [
      'table',
      {
        title: '家庭成员信息表',
        facts: [],
        paper: 'a4',
        flipped: false,
        columns: [
          { title: '编号', share: 1, own: true },
          { title: '户主姓名', share: 2, own: true },
          { title: '姓名', share: 2 },
        ],
        groups: households(shift * 3).map((h) => ({ own: ['1', h.isLong ? long(h.n).join('、') : '李四'], lines: h.parcels.map((p) => [p.dkmc]) })),
      },
    ],
  }
  test.each(Object.keys(docs))('%s', async (name) => {
    const torn: string[] = []
    for (const shift of [0, 1, 3]) {
      const pages = await pagesOf(`torn-${name}-${shift}`, docs[name]!(shift))
      expect(pages.length).toBeGreaterThan(1)
      for (let n = 0; n < 100; n += 1) {
        const on = pages.flatMap((p, i) => (p.text.includes(mark(n)) ? [i + 1] : []))
        if (on.length > 1) torn.push(`${shift}: ${mark(n)} on pages ${on.join(' and ')}`)
      }
    }
    expect(torn).toEqual([])
  })
})

describe('what boxes are ticked', () => {
  const models: Partial<Record<string, (d: never) => object>> = {
    letter: letterModel,
    'cbf-survey': cbfSurveyModel,
    estate: estateModel,
    'fbf-survey': fbfSurveyModel,
    'dk-survey': dkSurveyModel,
  }
  const ticksIn = (x: unknown): boolean[] => {
    if (x === null || typeof x !== 'object') return []
    return 'on' in x && 'text' in x ? [x.on as boolean] : Object.values(x).flatMap(ticksIn)
  }
  test.each(['cbf-survey', 'fbf-survey', 'dk-survey', 'publicity-confirm', 'real-estate'])('%s follows the keys, whatever their words are', (form) => {
    for (const name of ['ordinary', 'organisation']) {
      const [kind, doc] = formsOf(named(name))[form]!,
        [, other] = formsOf(named(name), renamed)[form]!
      const ticks = ticksIn(models[kind]!(doc as never))
      expect([name, ticks.some(Boolean)]).toEqual([name, true])
      expect(ticksIn(models[kind]!(other as never))).toEqual(ticks)
    }
  })
})

test('a parcel that two households hold in shares is counted and measured once', async () => {
  const [, doc] = formsOf(named('ordinary')).posting as ['posting', Parameters<typeof postingModel>[0]]
  // three parcels of 1.75 measured and 1.44 of the second round, in the lists of both
  expect([doc.households.length, doc.scmjm, doc.htmjm, postingModel(doc).parcels]).toEqual([2, '5.25', '8.64', '3'])
  expect(await said('ordinary', 'posting')).toContain('其中3块地块由几户共同承包')
})

test('words stay whole: the head of a narrow column breaks between words, a side of a parcel on no line, and what is signed by hand is dated by hand', async () => {
  const wordsOf = async (form: string) => (await pagesOf(`many-${form}`, formsOf(named('many'))[form]!)).flatMap((p) => p.words.map((w) => w.text))
  const posting = await wordsOf('posting')
  expect([posting.includes('总面积'), posting.includes('总')]).toEqual([true, false])
  const application = await wordsOf('cbjyqzsqs')
  expect(application.filter((w) => w === '西：灌溉渠').length).toBe(24)
  for (const form of ['cbjyqzsqs', 'publicity-confirm'])
    expect([form, (await wordsOf(form)).filter((w) => w.startsWith('日期：')).length >= 2]).toEqual([form, true])
})

test('an area has one name on every paper', async () => {
  const texts = await Promise.all(Object.keys(formsOf(named('ordinary'))).map((form) => said('ordinary', form)))
  for (const text of texts) expect(text.replaceAll('二轮合同', '').match(/二轮面积|原合同面积|变更前合同面积|摸底/g)).toBeNull()
  const book = await said('ordinary', 'djb')
  for (const sum of ['二轮合同总面积：4.32亩', '合同总面积：3.50亩', '实测总面积：5.25亩', '（合同面积）', '3.50亩']) expect(book).toContain(sum)
  const certificate = await said('ordinary', 'certificate')
  expect([certificate.includes('合同总面积'), certificate.includes('3.50'), certificate.includes('5.25')]).toEqual([true, true, false])
  expect(await said('ordinary', 'posting')).toContain('二轮合同')
})

test('a term without end, an organisation and a renewed contract have words of their own', async () => {
  const [contract, book, survey] = await Promise.all(['contract', 'djb', 'cbf-survey'].map((f) => said('endless', f)))
  expect(contract).toContain('承包期限为长期，自1998年01月01日起。')
  for (const text of [contract!, book!, survey!]) expect(text).not.toMatch(/至长期|长期止|为年/)
  const forms = await Promise.all(Object.keys(formsOf(named('organisation'))).map((f) => said('organisation', f)))
  for (const text of forms) expect(text).not.toMatch(/家庭成员数|0人|共有人情况/)
  const renewed = await said('renewed', 'contract')
  expect([
    renewed.includes('成立之日起生效'),
    renewed.includes('自2028年10月01日起按本合同约定的承包期限生效'),
    renewed.includes('原承包期限至2028年09月30日'),
  ]).toEqual([false, true, true])
  expect(await said('ordinary', 'contract')).toContain('成立之日起生效')
})

test('an opinion stands with its signature on one page, and no signature without what is signed, however many there are', async () => {
  for (const n of [1, 3, 6, 8])
    for (const table of [0, 17, 28]) {
      const doc: LetterDoc = {
        title: '审批表',
        letters: [
          {
            title: '审批表',
            blocks: [
              { kind: 'facts', rows: [['业务编号', '51202120280105000001']] },
              ...(table ? [{ kind: 'table', columns: [['姓名', 1], ['关系', 1]], rows: Array.from({ length: table }, (_, i) => [`张三${i}`, '户主']) } as const] : []),
              { kind: 'opinions', rows: Array.from({ length: n }, (_, i) => ({ title: `初审${i}号`, text: '经核对无误，同意。', by: '李强', at: '2028年01月05日' })) },
              { kind: 'signs', labels: ['承包方代表签字（按印）', '日期'] },
            ],
            from: ['安岳县石羊镇人民政府', '2028年01月05日'],
          },
        ],
      } // prettier-ignore
      for (const p of await pagesOf(`opinions-${n}-${table}`, ['letter', doc])) {
        const [titles, signed] = [p.text.match(/初审\d+号/g)?.length ?? 0, p.text.match(/签名：/g)?.length ?? 0]
        expect([n, table, titles]).toEqual([n, table, signed])
        if (/按印|人民政府/.test(p.text)) expect([n, table, /初审|户主|业务编号/.test(p.text)]).toEqual([n, table, true])
      }
    }
})

describe('the sketch', () => {
  const model = sketchModel(sketchDoc(householdOf(named('many')).sketch))
  test('draws each parcel as large as the usual scales allow', () => {
    for (const p of model.pages)
      for (const c of p.cells) {
        const [xs, ys] = [c.own.flat().map(([x]) => x), c.own.flat().map(([, y]) => y)]
        const metres = (all: number[]) => ((Math.max(...all) - Math.min(...all)) * c.scale) / 1000
        const [w, h] = [p.w - 2 * MARGIN.side, p.h - 2 * MARGIN.top - MARGIN.foot]
        expect(c.scale).toBe(Math.max(usualScale(metres(xs) - 0.01, w), usualScale(metres(ys) - 0.01, h)))
        expect(Math.max((metres(xs) * 1000) / c.scale / w, (metres(ys) * 1000) / c.scale / h)).toBeGreaterThan(0.4)
      }
  })
  test('puts the label into an L, and beside a sliver, where it hides nothing of it', () => {
    for (const c of model.pages.flatMap((p) => p.cells)) {
      const { at, from } = c.dk.place
      const [x, y] = at
      const ring = c.own[0]!
      const within = ring.reduce((odd, [x0, y0], i) => {
        const [x1, y1] = ring[(i + 1) % ring.length]!
        return y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0 ? !odd : odd
      }, false)
      expect([c.dk.label, within]).toEqual([c.dk.label, from === undefined])
    }
    const kinds = model.pages.flatMap((p) => p.cells).map((c) => c.dk.place.from !== undefined)
    // square, L, sliver, triangle: only the sliver has no room
    expect(kinds.slice(0, 4)).toEqual([false, false, true, false])
    const tiny = placeLabel('00001：1.50亩', [[[30, 30], [32, 30], [32, 32], [30, 32]]], { x0: 9, y0: 10, x1: 54, y1: 70 }) // prettier-ignore
    expect([tiny.from !== undefined, Math.abs(tiny.at[0] - 31) > 1 || Math.abs(tiny.at[1] - 31) > 1]).toEqual([true, true])
  })
  test('rings what stays a speck on the overview', () => {
    expect(model.overview.specks.length).toBe(24)
    expect(sketchModel(sketchDoc(householdOf({ name: '', members: 1, parcels: 1 }).sketch)).overview.specks).toEqual([])
  })
})

test('the parcel form lists numbered boundary points alone, and who holds the land beside each line in its own cell', () => {
  const parcel = { ...parcelsOf(1)[0]!, fbfbm: F }
  const bare = parcelDoc({ parcel, points: [], lines: [], zone: 35 }, words, {})
  const corners = bare.points.filter((_, i) => i !== 1)
  const points = corners.map((p, i) => ({ jzdh: `J${i + 1}`, xzbz: String(p.x), yzbz: String(p.y), jblx: '2' }))
  const lines = corners.map((_, i) => ({ qjzdh: `J${i + 1}`, zjzdh: `J${((i + 1) % 3) + 1}`, jzxlb: '01', jzxwz: '2', pldwqlr: `邻${i}`, pldwzjr: `指${i}` }))
  const model = dkSurveyModel(parcelDoc({ parcel, points, lines, zone: 35 }, words, {}))
  expect(model.rows.map((r) => [r.jzdh, r.plqlr, r.plzjr, r.marks.indexOf(true), r.lines.indexOf(true)])).toEqual(
    [0, 1, 2].map((i) => [`J${i + 1}`, `邻${i}`, `指${i}`, 1, 0]),
  )
  expect([model.sheets.flat().length, model.note, dkSurveyModel(bare).rows.length]).toEqual([5, '', 0])
})
