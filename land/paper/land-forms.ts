/** Forms of households and issuers that stand beside those of the registration: lists to post and sign, maps, declarations. Rows in, documents out. Pure. */

import { maskText } from '../../kit/model/mask.ts'
import { LAND_FORMS } from '../parts/land-form-names.ts'
import type { Block, Letter, LetterDoc } from './documents/letter.ts'
import type { LandMapDoc } from './documents/land-map.ts'
import type { PostingDoc } from './documents/posting.ts'
import type { TableColumn, TableDoc } from './documents/table.ts'
import { surveyPostingDoc, type HeldLand } from './household-doc.ts'
import {
  byCode,
  holderName,
  membersOf,
  muText,
  muTotal,
  onceEach,
  ringsOf,
  sumOf,
  termText,
  textOf,
  printedWord,
  type PrintedParcel,
  type Words,
} from './rows.ts'
import type { FormHolder } from './register-forms.ts'

const col = (title: string, share: number, more: Omit<TableColumn, 'title' | 'share'> = {}): TableColumn => ({ title, share, ...more })
const OWN = { own: true } as const

/** 家庭成员信息表 of an issuer: it is posted, so numbers are masked. Who has no members, as an organisation, does not stand in it. */
export function membersDoc(issuer: string, holders: readonly FormHolder[], words: Words): TableDoc {
  const families = holders.filter(({ holder }) => holder.members.length > 0)
  const groups = families.map(({ holder: h }, i) => {
    const members = membersOf(h.members, h, words)
    return { own: [String(i + 1), holderName(h), String(members.length)], lines: members.map((m) => [m.cyxm, maskText(m.cyzjhm), m.yhzgx, m.bz ?? '']) }
  })
  const people = groups.reduce((n, g) => n + g.lines.length, 0)
  return {
    title: LAND_FORMS.members.title.zh,
    facts: [`发包方：${issuer}`, families.length ? `共${families.length}户${people}人` : ''],
    paper: 'a4',
    flipped: false,
    columns: [
      col('编号', 1, OWN),
      col('户主姓名', 2.4, OWN),
      col('成员数量', 1.2, OWN),
      col('姓名', 2.4),
      col('身份证号码', 4),
      col('家庭关系', 2),
      col('备注', 2),
    ],
    groups,
  }
}
/** 签字表: the survey as it is posted, with basic farmland and a place for the signature of each household. */
export function signingDoc(issuer: string, holders: readonly HeldLand[], words: Words, land: Readonly<Record<string, string>>): PostingDoc {
  const doc = surveyPostingDoc(issuer, holders, words, land)
  const basic = new Map(holders.flatMap((h) => h.parcels.map((p) => [p.dkbm, printedWord(words, 'yes_no', p.sfjbnt)])))
  return {
    ...doc,
    title: LAND_FORMS.signing.title.zh,
    signed: true,
    households: doc.households.map((h) => ({ ...h, parcels: h.parcels.map((p) => ({ ...p, basic: basic.get(p.dkbm) ?? '' })) })),
  }
}

/** A parcel on a map: where it lies, and whose it is. */
export type MapParcel = PrintedParcel & { cbfmc?: string | null }
/** 农户承包地空间方位示意图: all parcels of a household on one map, with what lies around them. */
export function locationDoc({ holder: h }: FormHolder, parcels: readonly MapParcel[], others: readonly string[], zone: number, words: Words): LandMapDoc {
  return {
    docId: `WZT-${h.cbfbm}`,
    title: LAND_FORMS.location.title.zh,
    paper: 'a4',
    facts: [
      ['户号', h.cbfbm],
      ['户主', holderName(h)],
      ['人口', h.members.length ? `${h.members.length}人` : ''],
      ['地块数', `${parcels.length}块`],
      [
        '实测面积',
        `${
          muTotal(
            parcels.map((p) => p.scmjm),
            words,
            parcels.map((p) => p.scmj),
          ) || '0.00'
        }亩`,
      ],
      ['地址', textOf(h.cbfdz)],
    ],
    own: byCode(parcels).map((p) => ({ dkbm: p.dkbm, label: [p.dkbm.slice(-5), `${muText(p.scmjm, words, p.scmj)}亩`], rings: ringsOf(p.geom, zone) })),
    others: others.map((wkt) => ({ rings: ringsOf(wkt, zone) })),
  }
}
/** 承包地块公示图: the parcels of an issuer with who has them. A parcel that several have in shares says so. */
export function postedMapDoc(issuer: { fbfbm: string; fbfmc: string }, parcels: readonly MapParcel[], zone: number, words: Words): LandMapDoc {
  const drawn = parcels.filter((p) => p.geom)
  const lost = parcels.length - drawn.length
  return {
    docId: `GST-${issuer.fbfbm}`,
    title: LAND_FORMS['posted-map'].title.zh,
    paper: 'a3',
    facts: [
      ['发包方', issuer.fbfmc],
      ['发包方编码', issuer.fbfbm],
      ['公示日期', ''],
      ['地块数', `${parcels.length}块`],
      [
        '实测面积',
        `${
          sumOf(
            onceEach(parcels).map((p) => muText(p.scmjm, words, p.scmj)),
            words,
          ) || '0.00'
        }亩`,
      ],
      ['公示地点', ''],
    ],
    own: byCode(drawn).map((p) => ({
      dkbm: p.dkbm,
      label: [...(p.cbfmc ? [p.cbfmc] : []), `${p.dkbm.slice(-5)} ${muText(p.scmjm, words, p.scmj)}`],
      rings: ringsOf(p.geom, zone),
    })),
    others: [],
    ...(lost ? { note: `另有${lost}块地块没有坐标，未绘出。` } : {}),
  }
}

/** What the sample check looks at of each household, ticked or crossed by hand. */
const LOOKED_AT = ['成员核对', '地块核对', '面积核对', '合同核对', '签字核对', '公示核对', '意愿核对', '满意度'] as const
/** 农户延包抽样核查表: sixteen columns, eight filled from the register and eight by whoever checks. `sampled`: by what they were drawn, of how many, and how many in all. */
export function checkDoc(
  issuer: string,
  holders: readonly FormHolder[],
  words: Words,
  sampled?: { seed: string; of: number; drawn: number } | undefined,
): TableDoc {
  const rows = holders.map(({ holder: h, parcels }, i) => {
    const own = parcels.filter((p) => p.contracted)
    const area = own.map((p) => muText(p.htmjm, words, p.htmj))
    return [
      String(i + 1),
      holderName(h),
      textOf(h.lxdh),
      h.members.length ? String(h.members.length) : '',
      String(own.length),
      sumOf(area, words),
      textOf(h.cbhtbm),
      termText(h.cbqxq, h.cbqxz),
      ...LOOKED_AT.map(() => ''),
    ]
  })
  return {
    title: LAND_FORMS.check.title.zh,
    facts: [`发包方：${issuer}`, `抽样${holders.length}户`, '单位：亩'],
    paper: 'a4',
    flipped: true,
    columns: [
      col('序号', 1),
      col('承包方（代表）', 2.4),
      col('联系电话', 2.6),
      col('成员数', 1.2),
      col('地块数', 1.2),
      col('合同面积', 1.8),
      col('合同编号', 4),
      col('承包期限', 3.2),
      ...LOOKED_AT.map((title) => col(title, 1.5, { above: '核查情况（√ 一致，× 不一致）' })),
    ],
    groups: rows.map((line) => ({ own: [], lines: [line] })),
    note: `${sampled ? `从${sampled.of}户中随机抽取${sampled.drawn}户，抽样号：${sampled.seed}。` : ''}不一致的，在备注或附页中写明内容。`,
    signs: ['核查人', '村（组）陪同人', '核查日期', '核查结论'],
  }
}

const text = (s: string): Block => ({ kind: 'text', text: s })
const facts = ({ holder: h, issuer }: FormHolder): Block => ({
  kind: 'facts',
  rows: [
    ...([
      ['发包方', issuer.fbfmc],
      ['承包方代表', holderName(h)],
      ['承包方编码', h.cbfbm],
      ['联系电话', textOf(h.lxdh)],
    ] as const),
    ...([
      ['证件号码', textOf(h.cbfzjhm)],
      ['住址', textOf(h.cbfdz)],
      ['合同编号', textOf(h.cbhtbm)],
      ['承包期限', termText(h.cbqxq, h.cbqxz)],
    ] as const),
  ],
})
const parcelTable = ({ parcels }: FormHolder, words: Words): Block => ({
  kind: 'table',
  columns: [
    ['地块名称', 3],
    ['地块编码', 5],
    ['合同面积（亩）', 2.4],
    ['实测面积（亩）', 2.4],
    ['备注', 3],
  ],
  rows: byCode(parcels.filter((p) => p.contracted)).map((p) => [textOf(p.dkmc), p.dkbm, muText(p.htmjm, words, p.htmj), muText(p.scmjm, words, p.scmj), '']),
})
const memberTable = ({ holder: h }: FormHolder, words: Words): Block[] =>
  h.members.length
    ? [
        {
          kind: 'table',
          columns: [
            ['姓名', 3],
            ['与户主关系', 3],
            ['证件号码', 5],
            ['备注', 4],
          ],
          rows: membersOf(h.members, h, words).map((m) => [m.cyxm, m.yhzgx, m.cyzjhm, m.bz ?? '']),
        },
      ]
    : []
const DAY = '____年____月____日'
const LETTERS: Readonly<Record<'give-up' | 'mandate' | 'extinct', (f: FormHolder, words: Words) => Omit<Letter, 'title'>>> = {
  'give-up': (f, words) => ({
    to: f.issuer.fbfmc,
    blocks: [
      text(
        '本户自愿放弃延包并交回承包地，已知悉在承包期内不得再要求承包土地，对其在承包地上投入而提高土地生产能力的，有权依法获得相应的补偿。本声明由全体共有人作出。',
      ),
      facts(f),
      { kind: 'choices', label: '放弃范围', boxes: ['全部承包地', '下列部分承包地（在备注栏打√）'].map((t) => ({ text: t, on: false })) },
      parcelTable(f, words),
      ...memberTable(f, words),
      { kind: 'facts', rows: [['放弃（交回）原因', '']] },
      { kind: 'signs', labels: ['承包方代表（签字、按印）', '日期', '其他共有人（签字、按印）', '日期', '发包方（章）', '日期'] },
    ],
  }),
  mandate: (f, words) => ({
    to: f.issuer.fbfmc,
    blocks: [
      text(
        `本人${f.holder.cbfmc}因__________________不能到场，现委托____________（与本人关系__________，证件号码__________________________）代为签署延包合同及有关文件，其在委托权限内的签字本户予以承认。委托期限自${DAY}至${DAY}。`,
      ),
      facts(f),
      ...memberTable(f, words),
      { kind: 'signs', labels: ['委托人（签字、按印）', '受托人（签字、按印）', '日期', '见证人（签字）'] },
    ],
  }),
  extinct: (f, words) => ({
    blocks: [
      facts(f),
      ...memberTable(f, words),
      parcelTable(f, words),
      { kind: 'choices', label: '消亡原因', boxes: ['全部成员死亡', '全部成员户籍迁出并取得其他集体成员身份', '其他'].map((t) => ({ text: t, on: false })) },
      {
        kind: 'facts',
        rows: [
          ['证明材料', ''],
          ['公示情况', ''],
        ],
      },
      { kind: 'opinions', rows: ['村（组）认定意见', '乡镇审核意见'].map((title) => ({ title, text: '', by: '', at: '' })) },
    ],
  }),
}
/** A declaration of each household, in the given order. */
export const declarationsDoc = (form: keyof typeof LETTERS, holders: readonly FormHolder[], words: Words): LetterDoc => ({
  title: LAND_FORMS[form].title.zh,
  letters: holders.map((h) => ({ title: LAND_FORMS[form].title.zh, ...LETTERS[form](h, words) })),
})
