// What the papers of a case say: facts in, final text out. Pure. Source: documents.md 5.3-5.5, 9.1, 12.
import { maskText } from '../../kit/model/mask.ts'
import type { Block, Letter } from '../../land/paper/documents/letter.ts'
import type { PostingDoc } from '../../land/paper/documents/posting.ts'
import { dayText, muText, muTotal, onceEach, termText, textOf, printedWord, type Words } from '../../land/paper/rows.ts'
import type { PostedHousehold } from '../publicity/posted.ts'
import type { Objection, Publicity } from '../publicity/publicity.ts'
import { cancellation, service, written } from './after-letters.ts'
import { caseFacts, numbered, office, factText, type CaseFacts, type Material } from './facts.ts'
import { paperNumber, type Paper } from './papers.ts'

const list = (all: readonly string[]): Block[] => all.map((s, i) => factText(`${i + 1}. ${s}`))
const village = (f: CaseFacts): string[] => [f.issuer.fbfmc, '（盖章）', dayText(f.round?.startDate ?? f.today)]
const materialTable = (all: readonly Material[]): Block => ({
  kind: 'table',
  columns: [
    ['序号', 1],
    ['材料名称', 5],
    ['要求', 2],
    ['收到份数', 2],
  ],
  rows: all.map((m, i) => [String(i + 1), m.fileName, m.isRequired === '1' ? '必须提交' : '按情形提交', m.given ? String(m.given) : '未收到']),
})
/** Parcels of households, each once: several may hold shares of one. */
const parcelsOf = (all: readonly PostedHousehold[]) => onceEach(all.flatMap((h) => h.parcels))
/** A sum of areas: contract areas are those of each household, its shares too; what was measured is measured once, whoever holds a share of it. */
const mu = (all: readonly PostedHousehold[], of: 'htmjm' | 'scmjm', words: Words) =>
  muTotal(
    (of === 'scmjm' ? parcelsOf(all) : all.flatMap((h) => h.parcels)).map((p) => p[of]),
    words,
  ) || '0.00'
const period = (p: Publicity | undefined): string => (p?.startDate && p.endDate ? `${dayText(p.startDate)}至${dayText(p.endDate)}（共${p.days}天）` : '')

/** What a renewal publicises: the terms of its households and the round, each once with how many have it. Nothing of another case, nor of a list from before terms were posted. */
function renewedTerms(all: readonly PostedHousehold[]): Block[] {
  const each = all.flatMap(({ term: t }) => {
    if (!t) return []
    const round = t.roundNo ? `第${t.roundNo}轮承包期，` : ''
    return [`${round}自${termText(t.cbqxq, t.cbqxz)}${t.before ? `（原承包期限至${dayText(t.before)}）` : '（新增承包）'}`]
  })
  const counted = [...Map.groupBy(each, (said) => said)].map(([said, same]) => `${said}，${same.length}户`)
  return counted.length ? [factText(`延包后的承包期限：${counted.join('；')}。`)] : []
}

const parcelTable = (h: PostedHousehold, words: Words): Block => ({
  kind: 'table',
  columns: [
    ['地块名称', 3],
    ['地块编码', 4],
    ['四至（东、南、西、北）', 6],
    ['合同面积', 2],
    ['实测面积', 2],
  ],
  rows: h.parcels.map((p) => [p.dkmc, p.dkbm, [p.dkdz, p.dknz, p.dkxz, p.dkbz].filter(Boolean).join('、'), muText(p.htmjm, words), muText(p.scmjm, words)]),
})
/** Members of a household; who has none, as an organisation, has no list of them. */
const memberTable = (h: PostedHousehold, words: Words): Block[] => {
  if (h.members.length === 0) return []
  const rows = h.members.map((m) => [m.cyxm, printedWord(words, 'yhzgx', m.yhzgx), m.cyzjhm])
  return [
    {
      kind: 'table',
      columns: [
        ['姓名', 3],
        ['与户主关系', 2],
        ['证件号码', 4],
      ],
      rows,
    },
  ]
}

function application(f: CaseFacts): Letter {
  const { b } = f
  const holders = f.households.flatMap((h): Block[] => [...memberTable(h, f.words), parcelTable(h, f.words)])
  return {
    ...numbered(f, 'application'),
    title: '农村土地承包经营权登记（变更）申请书',
    blocks: [
      caseFacts(f),
      {
        kind: 'facts',
        rows: [
          ['证件号码', textOf(b.obligeIdCard)],
          ['联系电话', textOf(b.obligePhone)],
          ['住址', textOf(b.obligeAddress)],
          ['申请原因', textOf(b.applyReason)],
        ],
      },
      ...holders,
      materialTable(f.materials),
      { kind: 'signs', labels: ['申请人（签字、按印）', '申请日期'] },
      { kind: 'opinions', rows: ['村（组）意见', '乡镇审核意见', '县级审批意见'].map((title) => ({ title, text: '', by: '', at: '' })) },
    ],
  }
}
const materials = (f: CaseFacts): Letter => ({
  ...numbered(f, 'materials'),
  blocks: [caseFacts(f), materialTable(f.materials), { kind: 'signs', labels: ['收件人', '申请人（签字、按印）'] }],
  from: office(f),
})
const receipt = (f: CaseFacts): Letter => ({
  ...numbered(f, 'receipt'),
  to: textOf(f.b.obligeName),
  blocks: [
    factText(
      `您于${dayText(f.b.businessReceiveTime)}提出的${f.typeName}申请，材料已收到，现予受理。业务编号${textOf(f.b.businessCode)}，可凭此编号查询办理进度。`,
    ),
    ...(f.b.dueDay ? [factText(`本业务承诺于${dayText(f.b.dueDay)}前办结，公示期间包括在内。`)] : []),
    caseFacts(f),
    materialTable((f.accepted?.materials ?? f.materials).filter((m) => m.given > 0)),
    { kind: 'signs', labels: ['受理人', '领取人（签字）'] },
  ],
  // a receipt that is printed once more is the same receipt
  from: office(f, f.accepted?.day),
})
const correction = (f: CaseFacts): Letter => ({
  ...numbered(f, 'correction'),
  to: textOf(f.b.obligeName),
  blocks: [
    factText(`您提出的${f.typeName}申请，经核对需要补正下列内容，请补正后再次提交：`),
    ...list(f.faults),
    factText('补正所用时间不计入承诺办理期限。'),
    { kind: 'signs', labels: ['经办人', '签收人（签字）'] },
  ],
  from: office(f),
})
const refusal = (f: CaseFacts): Letter => ({
  ...numbered(f, 'refusal'),
  to: textOf(f.b.obligeName),
  blocks: [
    factText(`您提出的${f.typeName}申请，因存在下列情形，现决定不予受理：`),
    ...list(f.refusals),
    factText('上述情形消除后，可以重新申请。对本决定有异议的，可以依法申请行政复议或者提起行政诉讼。'),
    { kind: 'signs', labels: ['经办人', '签收人（签字）'] },
  ],
  from: office(f),
})
const notice = (f: CaseFacts): Letter => ({
  ...numbered(f, 'notice'),
  title: '公示公告',
  blocks: [
    factText(
      `根据农村土地承包有关规定，${f.issuer.fbfmc}${f.typeName}的调查信息已经核实，涉及承包方${f.households.length}户、地块${parcelsOf(f.households).length}块、合同面积${mu(f.households, 'htmjm', f.words)}亩，现予公示，详见公示表。`,
    ),
    ...renewedTerms(f.households),
    factText(`公示时间：${period(f.round)}。公示地点：${textOf(f.round?.place)}。`),
    factText(
      `对公示内容有异议的，请在公示期内持身份证件及有关证明，以书面形式向${f.issuer.fbfmc}提出${f.objectionPhone ? `（联系电话${f.objectionPhone}）` : ''}；逾期未提出的，视为无异议。`,
    ),
  ],
  from: village(f),
})
/** The county's own notice: what the office has examined, posted beside that of the village. */
const countyNotice = (f: CaseFacts): Letter => ({
  ...numbered(f, 'countyNotice'),
  title: '部门审核公告',
  blocks: [
    factText(
      `${f.issuer.fbfmc}${f.typeName}的申请材料已经我单位审核，涉及承包方${f.households.length}户、地块${parcelsOf(f.households).length}块、合同面积${mu(f.households, 'htmjm', f.words)}亩，审核结果详见公示表，现予公告。`,
    ),
    ...renewedTerms(f.households),
    factText(`公告时间：${period(f.round)}。公告地点：${textOf(f.round?.place)}。`),
    factText(`对公告内容有异议的，请在公告期内持身份证件及有关证明，以书面形式向我单位或者向${f.issuer.fbfmc}提出；逾期未提出的，依法予以登记。`),
  ],
  from: office(f, textOf(f.round?.startDate) || f.today),
})
const confirmation = (f: CaseFacts): Letter[] =>
  f.households.map((h) => ({
    ...numbered(f, 'confirmation'),
    title: '农村土地承包经营权公示结果归户表',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['发包方名称', f.issuer.fbfmc],
          ['发包方负责人', f.issuer.fbffzrxm],
          ['承包方（代表）', h.cbfmc],
          ['承包方编码', h.cbfbm],
          ['承包地块总数', `共${h.parcels.length}块 ${mu([h], 'htmjm', f.words)}亩`],
          ['公示时间', period(f.round)],
        ],
      },
      parcelTable(h, f.words),
      ...memberTable(h, f.words),
      { kind: 'signs', labels: ['承包方代表（签字、按印）', '日期', '公示记事人', '日期', '审核人', '日期'] },
    ],
  }))
const statements = (f: CaseFacts): Letter[] =>
  f.households.map((h) => ({
    ...numbered(f, 'statements'),
    blocks: [
      factText(
        `本人${h.cbfmc}，系${f.issuer.fbfmc}承包方代表。本人已于____年____月____日查看${f.round?.startDate ? `自${dayText(f.round.startDate)}起张贴的` : ''}公示内容，现声明对下列内容无异议：`,
      ),
      factText('一、公示的户主（权利人）信息；'),
      factText('二、公示的家庭成员信息；'),
      factText(`三、公示的地块位置、四至和面积，共${h.parcels.length}块、合同面积${mu([h], 'htmjm', f.words)}亩；`),
      factText('四、公示的集体经济组织成员名单。'),
      parcelTable(h, f.words),
      { kind: 'signs', labels: ['声明人（签字、按印）', '日期'] },
    ],
  }))
const mandates = (f: CaseFacts): Letter[] =>
  f.households.flatMap((h): Letter[] => [
    // who signs for a household is said by its members: an organisation has none
    ...(h.members.length
      ? [
          {
            title: '户主声明书',
            blocks: [
              factText(
                `本户共有家庭成员${h.members.length}人，推举${h.cbfmc}为本户代表，代表本户办理${f.typeName}有关的签字、确认、领取等事项，全体成员均予认可。`,
              ),
              ...memberTable(h, f.words),
              { kind: 'signs', labels: ['户主（签字、按印）', '日期', '其他共有人（签字、按印）', '日期'] } as const,
            ],
          },
        ]
      : []),
    {
      title: '授权委托书',
      to: f.issuer.fbfmc,
      blocks: [
        factText(
          `本人${h.cbfmc}因故不能亲自办理${f.typeName}，现委托____________（证件号码____________________________）代为办理，委托期限自____年____月____日至____年____月____日。`,
        ),
        { kind: 'signs', labels: ['委托人（签字、按印）', '受托人（签字、按印）', '日期', '见证人'] },
      ],
    },
    {
      title: '指界委托书',
      to: f.issuer.fbfmc,
      blocks: [
        factText(`本人${h.cbfmc}因故不能到场指界，现委托____________（证件号码____________________________）代为指认下列地块的界线，其指界结果本人予以承认。`),
        parcelTable(h, f.words),
        { kind: 'signs', labels: ['委托人（签字、按印）', '受托人（签字、按印）', '日期', '见证人'] },
      ],
    },
  ])
const objectionFacts = (o: Objection): Block => ({
  kind: 'facts',
  rows: [
    ['异议人', textOf(o.objector)],
    ['证件号码', maskText(textOf(o.objectorIdCard))],
    ['异议对象', textOf(o.targetCode)],
    ['受理时间', dayText(o.receivedTime)],
  ],
})
const objection = (f: CaseFacts, o: Objection): Letter => ({
  ...numbered(f, 'objection'),
  to: textOf(o.objector),
  blocks: [
    factText(`您于${dayText(o.receivedTime)}对“${textOf(f.round?.title)}”提出的异议已收到，现予受理，将在核实后书面答复。`),
    objectionFacts(o),
    factText(`异议内容：${textOf(o.content)}`),
    { kind: 'signs', labels: ['受理人', '异议人（签字、按印）'] },
  ],
  from: office(f, textOf(o.receivedTime) || f.today),
})
/** Words of how an objection was decided, by its status. */
const DECIDED: Readonly<Record<string, string>> = { '2': '异议成立', '3': '异议不成立', '4': '异议人已撤回异议' }
const answer = (f: CaseFacts, o: Objection): Letter => ({
  ...numbered(f, 'answer'),
  to: textOf(o.objector),
  blocks: [
    factText(`您于${dayText(o.receivedTime)}对“${textOf(f.round?.title)}”提出的异议，经调查核实，现答复如下：`),
    objectionFacts(o),
    factText(`异议内容：${textOf(o.content)}`),
    factText(`处理结果：${DECIDED[o.status ?? ''] ?? (o.disputed === 1 ? '双方未能达成一致，已告知申请调解或者仲裁' : '处理中')}。${textOf(o.opinion)}`),
    ...(o.arbitration ? [factText(`依据：${o.arbitration}`)] : []),
    factText('对本答复不服的，可以向农村土地承包仲裁委员会申请仲裁，也可以直接向人民法院起诉。'),
    { kind: 'signs', labels: ['处理人', '异议人（签收）'] },
  ],
  from: office(f, o.answerDay ?? f.today),
})
const approval = (f: CaseFacts): Letter => ({ ...numbered(f, 'approval'), title: '业务审批表', blocks: [caseFacts(f), { kind: 'opinions', rows: f.opinions }] })
const revocation = (f: CaseFacts): Letter => ({
  ...numbered(f, 'revocation'),
  title: '撤销决定书',
  to: textOf(f.b.obligeName),
  blocks: [
    factText(
      `您申请办理的${f.typeName}（业务编号${textOf(f.b.businessCode)}），${f.b.undone === 1 ? '登记完成后' : '办理过程中'}因下列原因，决定予以撤销：${textOf(f.b.revokeReason)}。`,
    ),
    factText('撤销后登记簿保持原状，已提交的材料依法存档，需要退还的另行办理。'),
    factText('对本决定不服的，可以依法申请行政复议或者提起行政诉讼。'),
    { kind: 'signs', labels: ['经办人', '签收人（签字）'] },
  ],
  from: office(f, f.revokedDay),
})
/** The pages of a paper; an objection's needs its objection. */
export function lettersOf(paper: Exclude<Paper, 'posting' | 'posting2'>, f: CaseFacts): Letter[] {
  const single = { application, materials, receipt, correction, refusal, notice, countyNotice, approval, revocation, cancellation, written }
  switch (paper) {
    case 'confirmation':
      return confirmation(f)
    case 'statements':
      return statements(f)
    case 'mandates':
      return mandates(f)
    case 'service':
      return service(f)
    case 'objection':
      return f.objection ? [objection(f, f.objection)] : []
    case 'answer':
      return f.objection ? [answer(f, f.objection)] : []
    default:
      return [single[paper](f)]
  }
}

/** The list that is posted, as it was posted; `changes`: what is no longer so. */
export function postingOf(form: PostingDoc['form'], f: CaseFacts, changes: readonly string[]): PostingDoc {
  const households = f.households.map((h) => ({
    cbfmc: h.cbfmc,
    members: h.members.map((m) => ({ ...m, yhzgx: printedWord(f.words, 'yhzgx', m.yhzgx) })),
    parcels: h.parcels.map((p) => ({ ...p, scmjm: muText(p.scmjm), htmjm: muText(p.htmjm), kind: '', remark: p.remark?.zh ?? '' })),
    scmjm: mu([h], 'scmjm', f.words),
    htmjm: mu([h], 'htmjm', f.words),
    remark: h.remark?.zh ?? '',
  }))
  const title = form === 'first' ? '农村土地承包经营权调查信息公示表' : '农村土地承包经营权公示表（二榜）'
  const totals = { scmjm: mu(f.households, 'scmjm', f.words), htmjm: mu(f.households, 'htmjm', f.words) }
  return {
    docId: paperNumber(f.b.businessCode, form === 'first' ? 'posting' : 'posting2'),
    title,
    issuer: f.issuer.fbfmc,
    period: period(f.round),
    form,
    households,
    ...totals,
    changes,
  }
}
