// What is handed out when a case is over or a paper is served: proof of service, the certificates that it cancelled and those that were written. Pure. Source: documents.md 12.
import { printedChoices } from '../../services/typeset/choices.ts'
import type { Letter } from '../../land/paper/documents/letter.ts'
import { dayText, textOf } from '../../land/paper/rows.ts'
import { caseFacts, numbered, office, factText, type CaseFacts } from './facts.ts'

/** Ways in which a paper may be served. Source: civil procedure law on service, which offices follow. */
const SERVICE = ['直接送达', '留置送达', '委托送达', '邮寄送达', '公告送达']
/** Proof of service, a page for each who is served: the applicant, and whoever objected. */
export const service = (f: CaseFacts): Letter[] =>
  [...Map.groupBy(f.served, (s) => s.to)].map(([to, papers]) => ({
    ...numbered(f, 'service'),
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['业务编号', textOf(f.b.businessCode)],
          ['业务名称', textOf(f.b.businessName)],
          ['受送达人', to],
          ['住址', to === textOf(f.b.obligeName) ? textOf(f.b.obligeAddress) : ''],
        ],
      },
      {
        kind: 'table',
        columns: [
          ['送达文书', 5],
          ['文书编号', 5],
          ['制发日期', 3],
          ['件数', 1],
        ],
        rows: papers.map((p) => [p.name, p.number, dayText(p.day), '1']),
      },
      { kind: 'choices', label: '送达方式', boxes: printedChoices(SERVICE, undefined) },
      {
        kind: 'signs',
        labels: ['送达地点', '送达时间', '受送达人（签字、按印）', '收到日期', '代收人（签字）', '与受送达人关系', '送达人（签字）', '见证人（签字）'],
      },
      factText('受送达人拒绝签收的，送达人应当记明拒收事由和日期，由送达人、见证人签名，将文书留在受送达人的住所。'),
      { kind: 'signs', labels: ['拒收事由', '备注'] },
    ],
    from: office(f),
  }))
/** The certificates that the case cancelled, as they are announced. */
export const cancellation = (f: CaseFacts): Letter => ({
  ...numbered(f, 'cancellation'),
  title: '农村土地承包经营权证注销公告',
  blocks: [
    factText(
      `根据《中华人民共和国农村土地承包法》等规定，${f.issuer.fbfmc}的下列农村土地承包经营权证共${f.cancelled.length}本，因所列原因予以注销，自注销之日起作废，不再具有法律效力。持证人尚未交回权证的，请及时交回。`,
    ),
    {
      kind: 'table',
      columns: [
        ['序号', 1],
        ['承包方', 2],
        ['权证编号', 5],
        ['流水号', 4],
        ['注销原因', 3],
        ['注销日期', 4],
      ],
      rows: f.cancelled.map((c, i) => [String(i + 1), c.cbfmc, c.cbjyqzbm, c.serial, c.reason, dayText(c.day)]),
    },
    factText('特此公告。'),
  ],
  from: [f.cancelled.find((c) => c.authority)?.authority ?? f.office, '（盖章）', dayText(f.b.finishTime ?? f.today)],
})
/** What was written of the certificates of the case. */
export const written = (f: CaseFacts): Letter => ({
  ...numbered(f, 'written'),
  title: '农村土地承包经营权证缮证登记表',
  blocks: [
    caseFacts(f),
    {
      kind: 'table',
      columns: [
        ['序号', 2],
        ['承包方', 3],
        ['权证编号', 8],
        ['流水号', 5],
        ['缮证日期', 4],
        ['缮证人', 3],
        ['领证日期', 4],
        ['备注', 4],
      ],
      rows: f.written.map((c, i) => [
        String(i + 1),
        c.cbfmc,
        c.cbjyqzbm,
        c.serial,
        dayText(c.day),
        c.writer,
        dayText(c.collected),
        c.spoilt ? `作废：${c.spoilt}` : '',
      ]),
    },
    { kind: 'signs', labels: ['缮证人', '校核人', '领证人（签字）', '日期'] },
  ],
  from: office(f),
})
