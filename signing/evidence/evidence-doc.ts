import { both, type Text } from '../../kit/model/lang.ts'
import { ON_PAPER } from '../../business/cases/rules/flow.ts'
import { ON_SITE, REMOTE } from '../contract/flow.ts'
import { roleWords } from '../acts/words.ts'
import type { Block, LetterDoc } from '../../land/paper/documents/letter.ts'

/** The ways of signing, as the sheet says them. */
export const WAY_WORDS: Readonly<Record<string, string>> = { [REMOTE]: '线上签署', [ON_SITE]: '现场签署', [ON_PAPER]: '线下签署' }
/** What the acts of signing are called on the sheet. Events that it does not know stand as they are. */
const EVENTS: Readonly<Record<string, Text>> = {
  'choose-sign-way': both('选择签署方式', 'way of signing chosen'),
  letter: both('登记授权委托书', 'letter of authorisation recorded'),
  'letter-removed': both('删除授权委托书', 'letter of authorisation removed'),
  start: both('发起签署', 'signing started'),
  'young-number': both('手机号码登记或变更不足三十日', 'phone number less than thirty days old'),
  identified: both('签署人身份核验通过', 'signer identified'),
  compared: both('办理台核对证件相符', 'document compared at the desk'),
  'not-him': both('办理台核对证件不符', 'document of somebody else at the desk'),
  taken: both('带走离线签署', 'taken offline to be signed'),
  away: both('离线签署送达', 'signed offline, delivered'),
  tablet: both('交平板签署', 'handed over on a tablet'),
  read: both('签署人打开全文', 'the whole document was shown to the signer'),
  'node-signed': both('签署人签名', 'signed by a signer'),
  'part-signed': both('转下一签署人', 'passed to the next signer'),
  'all-signed': both('全部签署完成', 'signed by all'),
  'all-signed-to-examine': both('全部签署完成，待第二人审核', 'signed by all, to be examined by a second person'),
  cancel: both('取消签署', 'signing cancelled'),
  expire: both('超过签署期限', 'too late'),
  refuse: both('签署人拒签', 'refused by a signer'),
  upload: both('上传签署文件', 'scan uploaded'),
  'examine-pass': both('第二人审核通过', 'accepted by a second person'),
  'examine-refuse': both('第二人审核退回', 'rejected by a second person'),
  'revoke-upload': both('撤回上传', 'upload taken back'),
  'revoke-signed': both('撤回已签文件', 'signed file taken back'),
}
/** One who signed at the desk: whose document was compared by whom, how he wrote, and what was kept beside, each file by the beginning of its digest. */
interface SignerOnSite {
  signer: string
  document: string
  compared: string
  desk: string
  hand: string
  kept: string
}
const FORMER = '本合同按旧的现场方式签署：发起后由系统一次完成各方签名，没有逐人核对证件，也没有亲笔签名。'
/** Everything that the sheet tells, as the register has it. Times are of Asia/Shanghai. */
export interface Evidence {
  /** `edition` of a contract on paper: the print that its scan was compared with, '' where it was not */
  contract: { cbhtbm: string; cbfmc: string; way: string; onPaper: boolean; qdsj: string; edition: string; fileHash: string; jzbh: string }
  business: { code: string; name: string }
  template: string
  publicity: readonly { title: string; from: string; to: string; days: string; place: string }[]
  acts: readonly { time: string; event: string; person: string; ip: string; fileHash: string; detail: string }[]
  /** signers on site, in their order; undefined of another way, none of a contract that was signed on site before each signer acted by himself */
  onSite?: readonly SignerOnSite[] | undefined
  signatures: readonly { signer: string; time: string; reason: string; valid: boolean; trusted: boolean }[]
  /** digest of the file as it lies in the store now; '' where there is none */
  stored: string
  madeBy: string
  madeAt: string
}
const or = (s: string) => s || '—'
/** What an act says of itself, for a reader who does not know the product's own names. */
const plain = (detail: string): string =>
  detail
    .replace(/^(cbf_zr|cbf|fbf|jz)(?= |$)/, (node) => roleWords[node]?.zh ?? node)
    .split('; ')
    .map((part) => part.replace(/^signWay=(\d)$/, (_all, way: string) => WAY_WORDS[way] ?? way).replace(/^qdsj=/, '签订日期 '))
    .join('；')
function onSiteBlocks({ onSite }: Evidence): Block[] {
  if (!onSite) return []
  if (onSite.length === 0) return [{ kind: 'text', text: FORMER }]
  return [
    { kind: 'text', text: '现场签署人（证件由办理台工作人员当面核对，签名由本人书写）：' },
    {
      kind: 'table',
      columns: [
        ['签署人', 1.7],
        ['证件', 2.3],
        ['核对时间及地址', 2.6],
        ['办理台', 1.3],
        ['签名方式', 2.5],
        // a digest stands on one line
        ['存证文件摘要前16位', 3.6],
      ],
      rows: onSite.map((n) => [n.signer, or(n.document), or(n.compared), or(n.desk), or(n.hand), or(n.kept.replaceAll('；', '；\n').replaceAll(' ', '\n'))]),
    },
  ]
}

/** The evidence sheet of a contract as a letter: facts, publicity, acts, signatures, and whether the file is the one that was signed. */
export function evidenceDoc(e: Evidence): LetterDoc {
  const same = e.stored !== '' && e.stored === e.contract.fileHash
  return {
    docId: `ZJ-${e.contract.cbhtbm}`,
    title: '签署证据单',
    letters: [
      {
        title: '农村土地承包合同签署证据单',
        number: e.contract.cbhtbm,
        blocks: [
          {
            kind: 'facts',
            rows: [
              ['合同编码', e.contract.cbhtbm],
              ['承包方', e.contract.cbfmc],
              ['签署方式', or(e.contract.way)],
              ['签订时间', or(e.contract.qdsj)],
              ...(e.contract.onPaper
                ? [['逐页核验', e.contract.edition ? '扫描件与打印件逐页核验通过' : '未核验：没有可对照的打印件'] as [string, string]]
                : []),
              ['业务编号', or(e.business.code)],
              ['业务名称', or(e.business.name)],
              ['合同模板', e.template],
              ['合同版次', or(e.contract.edition)],
              ['鉴证编号', or(e.contract.jzbh)],
              ['出具时间', e.madeAt],
            ],
          },
          // a line of its own: what cannot be broken would stretch the words before it
          { kind: 'text', text: '签署文件摘要（SHA-256）：' },
          { kind: 'text', text: or(e.contract.fileHash) },
          {
            kind: 'text',
            text: !e.contract.fileHash
              ? '本合同尚无签署文件。'
              : same
                ? '出具本单时重新计算的文件摘要与签署时一致。'
                : `警告：出具本单时文件摘要为${or(e.stored)}，与签署时不一致。`,
          },
          { kind: 'text', text: e.publicity.length ? '公示情况：' : '本业务没有公示记录。' },
          ...(e.publicity.length
            ? [
                {
                  kind: 'table' as const,
                  columns: [
                    ['公示标题', 4],
                    ['起止日期', 4],
                    ['天数', 1.2],
                    ['地点', 3],
                  ] as const,
                  rows: e.publicity.map((p) => [p.title, `${p.from} 至 ${p.to}`, p.days, p.place]),
                },
              ]
            : []),
          { kind: 'text', text: '签署过程（按时间先后，每一事项由系统在办理时记入，不可修改）：' },
          {
            kind: 'table',
            columns: [
              ['时间', 1.9],
              ['事项', 1.7],
              ['办理人', 1.3],
              ['网络地址', 2.5],
              ['文件摘要前16位', 3.1],
              ['说明', 3.2],
            ],
            rows: e.acts.map((a) => [a.time, EVENTS[a.event]?.zh ?? a.event, or(a.person), or(a.ip), or(a.fileHash.slice(0, 16)), or(plain(a.detail))]),
          },
          ...onSiteBlocks(e),
          ...(e.signatures.length
            ? [
                { kind: 'text' as const, text: '文件中的电子签名：' },
                {
                  kind: 'table' as const,
                  columns: [
                    ['签名人', 2],
                    ['时间', 2.4],
                    ['事由', 3],
                    ['签名有效', 1.4],
                    ['证书可信', 1.4],
                  ] as const,
                  rows: e.signatures.map((s) => [s.signer, s.time, s.reason, s.valid ? '是' : '否', s.trusted ? '是' : '否']),
                },
              ]
            : []),
          { kind: 'text', text: '本单由系统生成并以电子签名封存；改动任何一个字节，签名即告失效。用所附根证书可脱机验证。' },
        ],
        from: [e.madeBy, e.madeAt],
      },
    ],
  }
}
