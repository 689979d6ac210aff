// 二轮延包摸底调查表, one household a form. Facts in, final text out. Pure. Source: documents.md 11.1.
import type { SurveyFindings } from '../../../land/definitions/extension.ts'
import type { Block, Letter, LetterDoc } from '../../../land/paper/documents/letter.ts'
import { dayText, muText, muTotal, textOf, type Value, type Words } from '../../../land/paper/rows.ts'
import { ticked, type Box } from '../../../services/typeset/choices.ts'

/** What is printed of a household; all of it is empty on the form to be filled by hand. */
export interface SampleHousehold {
  cbfbm: string
  cbfmc: string
  fbfmc: string
  cbfdz: string
  lxdh: string
  tags: readonly string[]
  wish: Value
  ybddlx: Value
  surveyDay: Value
  surveyor: string
  members: readonly { id: string; cyxm: Value; cyxb: Value; yhzgx: Value; cyzjhm: Value; cybz: Value }[]
  parcels: readonly { dkbm: Value; dkmc: Value; htmjm: Value; scmjm: Value }[]
  survey: SurveyFindings | null
}
const EMPTY_ROWS = 6
const blank = (columns: number): string[][] => Array.from({ length: EMPTY_ROWS }, () => Array.from({ length: columns }, () => ''))
const WISHES: readonly Box[] = [
  ['同意延包', '1'],
  ['同意延包并申请调整', '2'],
  ['不同意', '3'],
  ['自愿放弃（交回）', '4'],
  ['未联系到', '9'],
]
/** Dictionaries whose words stand on the form. */
export const SAMPLE_WORDS = ['sex', 'yhzgx', 'cybz', 'busi_ybddlx', 'yb_land_change', 'household_tag'] as const
const wordOf = (words: Words, code: (typeof SAMPLE_WORDS)[number], key: Value): string => (key ? (words[code]?.[String(key)] ?? String(key)) : '')
const belongs = (v: Value): string => (v === '1' ? '是' : v === '2' ? '否' : '')

function memberTable(h: SampleHousehold | undefined, words: Words): Block {
  const found = h?.survey?.members ?? []
  const known = (h?.members ?? []).map((m) => {
    const now = found.find((f) => f.is === m.id)
    return [
      textOf(m.cyxm),
      wordOf(words, 'sex', m.cyxb),
      textOf(m.cyzjhm),
      wordOf(words, 'yhzgx', m.yhzgx),
      belongs(now?.belongs),
      wordOf(words, 'cybz', now?.kind ?? m.cybz),
      textOf(now?.note),
    ]
  })
  const fresh = found
    .filter((f) => !f.is)
    .map((f) => [
      f.cyxm,
      wordOf(words, 'sex', f.cyxb),
      '',
      wordOf(words, 'yhzgx', f.yhzgx),
      belongs(f.belongs),
      wordOf(words, 'cybz', f.kind),
      `新增 ${textOf(f.note)}`.trim(),
    ])
  const columns = [
    ['姓名', 3],
    ['性别', 1.5],
    ['证件号码', 5],
    ['与户主关系', 3],
    ['是否本集体成员', 3],
    ['类别', 3],
    ['备注', 4],
  ] as const
  return { kind: 'table', columns, rows: h ? [...known, ...fresh] : blank(columns.length) }
}
function parcelTable(h: SampleHousehold | undefined, words: Words): Block {
  const changes = h?.survey?.parcels ?? []
  const rows = (h?.parcels ?? []).map((p) => {
    const now = changes.find((c) => c.dkbm === p.dkbm)
    return [
      textOf(p.dkmc),
      textOf(p.dkbm),
      muText(p.htmjm, words),
      muText(p.scmjm, words),
      wordOf(words, 'yb_land_change', now?.change),
      muText(now?.area, words),
      textOf(now?.note),
    ]
  })
  const total = h
    ? [
        [
          '合计',
          `${h.parcels.length}块`,
          muTotal(
            h.parcels.map((p) => p.htmjm),
            words,
          ),
          muTotal(
            h.parcels.map((p) => p.scmjm),
            words,
          ),
          '',
          '',
          '',
        ],
      ]
    : []
  const columns = [
    ['地块名称', 3],
    ['地块编码', 5],
    ['合同面积', 2],
    ['实测面积', 2],
    ['变化情况', 3],
    ['变化面积', 2],
    ['备注', 3],
  ] as const
  return { kind: 'table', columns, rows: h ? [...rows, ...total] : blank(columns.length) }
}
function circulationTable(h: SampleHousehold | undefined, words: Words): Block {
  const columns = [
    ['流转地块', 5],
    ['受让方', 4],
    ['流转至', 3],
    ['面积', 2],
  ] as const
  const rows = (h?.survey?.circulation ?? []).map((c) => [textOf(c.dkbm), c.to, dayText(c.until), muText(c.area, words)])
  return { kind: 'table', columns, rows: rows.length ? rows : blank(columns.length).slice(0, 2) }
}
function letter(h: SampleHousehold | undefined, words: Words): Letter {
  return {
    title: '农村土地二轮延包摸底调查表',
    ...(h ? { number: h.cbfbm } : {}),
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['发包方', h?.fbfmc ?? ''],
          ['户主（代表）', h?.cbfmc ?? ''],
          ['住址', h?.cbfdz ?? ''],
          ['联系电话', h?.lxdh ?? ''],
          ['特殊情形', h?.tags.map((t) => wordOf(words, 'household_tag', t)).join('、') ?? ''],
          ['延包方式', wordOf(words, 'busi_ybddlx', h?.ybddlx)],
        ],
      },
      memberTable(h, words),
      parcelTable(h, words),
      circulationTable(h, words),
      { kind: 'text', text: `土地情况说明：${textOf(h?.survey?.landNote)}` },
      { kind: 'choices', label: '延包意愿', boxes: ticked(WISHES, h?.wish) },
      {
        kind: 'facts',
        rows: [
          ['调查员', h?.surveyor ?? ''],
          ['调查日期', dayText(h?.surveyDay)],
        ],
      },
      { kind: 'signs', labels: ['户主（签字、按印）', '调查员（签字）'] },
    ],
  }
}
/** The forms of these households; without any the empty form. */
export const sampleDoc = (households: readonly SampleHousehold[], words: Words): LetterDoc => ({
  title: '农村土地二轮延包摸底调查表',
  letters: households.length ? households.map((h) => letter(h, words)) : [letter(undefined, words)],
})
