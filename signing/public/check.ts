import { both, type Text } from '../../kit/model/lang.ts'
import { maskName } from '../../platform/public/mask.ts'

/** A document code as it is printed or read from a page: contract code, stroke, 12 hexadecimal digits; undefined for anything else. */
export function parseDocumentCode(text: string): { cbhtbm: string; edition: string } | undefined {
  const [, cbhtbm, edition] = /^(?:CB1\/|HT-)?(\d{18}[JQ])(?:[-/]\d+)?[-/]([0-9A-F]{12})(?:\/.*)?$/.exec(text.trim().toUpperCase()) ?? []
  return cbhtbm ? { cbhtbm, edition: edition! } : undefined
}
/** Whether this is the code at the foot of a printed form: what it calls itself, and 12 hexadecimal digits (services/typeset/verify-link). */
export const isFormCode = (text: string): boolean => {
  const code = text.trim().toUpperCase()
  return /^[A-Z0-9-]{2,40}-[0-9A-F]{12}$/.test(code) && !parseDocumentCode(code)
}
/** The digest (SHA-256) of a file, as any program tells it, in small letters; undefined for anything else. */
export const parseDigest = (text: string): string | undefined => /^[0-9a-f]{64}$/.exec(text.trim().toLowerCase())?.[0]

export interface CheckedSignature {
  signer: string
  time: string
  reason: string
  valid: boolean
  trusted: boolean
  whole: boolean
  /** something else than signatures came between it and the next one */
  changedAfter: boolean
}
/** What a stranger is told of a document: sentences in his language, and what they rest on. */
export interface DocumentCheck {
  /** good: everything that was asked holds; bad: something was changed or is not ours; none: no contract is known that is signed */
  verdict: 'good' | 'bad' | 'none'
  says: string[]
  signatures: CheckedSignature[]
  sha256: string
}
/** A signature as a file has it, with the words for who signs there where it is one of ours. */
type Found = CheckedSignature & { as?: Text | undefined }
interface Known {
  cbhtbm: string
  cbfmc: string
  signWay: string
  signStatus: string
  qdsj: string
  fileHash: string
  /** whether each signer acted by himself, his document compared at the desk; of a contract signed on site alone */
  atDesk: boolean
  /** whether a service outside signed it, whose pages the signers saw */
  outside: boolean
  /** whether the pages of its scan were compared with the print; of a contract signed on paper alone */
  compared: boolean
}
const SIGNED = '2'
/** Why a contract is not signed, by its state; nothing of it is in force. */
const UNSIGNED: Readonly<Record<string, Text>> = {
  '3': both('的签署文件已提交，正在等待审核，尚未生效', 'has been submitted and is waiting to be examined; it is not in force'),
  '4': both('的签署文件在审核时被退回，没有生效', 'was rejected at its examination; it is not in force'),
  '5': both('未在规定期限内签署完成，没有生效', 'was not signed in time; it is not in force'),
  '7': both('被一方拒绝签署，没有生效', 'was refused by a party; it is not in force'),
}
const NOT_DONE = both('没有签署完成，或签署已被撤回，没有生效', 'is not signed by all, or its signing was taken back; it is not in force')
const ON_PAPER = '3'
const ON_SITE = '2'
const WORTH = both(
  '签名证书由本系统的证书机构签发：它证明文件自签署后没有改动，以及系统记录的签署人和时间；它不是依法设立的电子认证服务机构颁发的证书，签署人的身份以签署证据单记载的核验为准。',
  "The certificates were issued by this system's own authority: they prove that the file is unchanged since it was signed, and who signed when according to the system's record. They are not from a licensed certification service; how each signer was identified is described in the evidence sheet.",
)

/** The same where something was changed: nothing is said of the file that is not so. */
const WORTH_APART = both(
  '签名证书由本系统的证书机构签发。文件在签名之间或之后另有改动：每个签名只说明它签署时的内容，不能证明现在这个文件。',
  "The certificates were issued by this system's own authority. The file was changed between its signatures or after them: each covers the file as it was when signed, and none proves the file as it is now.",
)

/** A file that was signed by some, and then called off, bears good signatures too: it is none that is kept. */
const FILE_ALONE = both(
  '系统没有归档这个文件：签署可能尚未完成，或签署后已撤回、已重新签订。以上只说明文件本身；请输入合同页脚的文件编码核验该合同。',
  'No contract on record has exactly this file: perhaps not all have signed it, or it was withdrawn or signed again since. This result is about the file alone; enter the document code at the foot of its pages to check the contract.',
)
/** Forms are not kept sheet by sheet: a code that only looks like one of theirs proves nothing, and how a real one is compared is told to who holds it. */
const FORM = both(
  '未查到该编码的记录。它的格式像登记簿、调查表、图件等打印件的编码，但打印件不逐份存档，不能据此认定打印件属实。内容相同的打印件编码相同：请出具单位当场重新打印，编码一致即内容没有改动。',
  'Nothing is on record under this code. It is written like that of a printed form, book or map, but prints are not kept sheet by sheet: this does not show that the print is genuine. The same content always has the same code: ask the office that issued it to print it again. If the codes agree, nothing was changed.',
)
const onSite = ({ cbhtbm, cbfmc, qdsj, atDesk }: Known): Text =>
  atDesk
    ? both(
        `合同【${cbhtbm}】由${maskName(cbfmc)}于${qdsj}在办理现场签订：工作人员当面核对每位签署人的证件，本人阅读合同全文后亲笔书写签名，依次加盖电子签名；核对人、证件、时间和地址记载在签署证据单。`,
        `Contract ${cbhtbm} was signed on site by ${maskName(cbfmc)} on ${qdsj}: the office compared the document of each signer, who was shown the whole contract and wrote his or her own name, one electronic signature after the other. Who compared which document, when and where is recorded in the evidence sheet.`,
      )
    : both(
        `合同【${cbhtbm}】由${maskName(cbfmc)}于${qdsj}以旧的现场方式签订：各方签名由系统一次完成，没有逐人核对证件的记载。`,
        `Contract ${cbhtbm} was signed on site by ${maskName(cbfmc)} on ${qdsj} in the former way: all signatures were made by one act of the office, and no comparison of documents is recorded.`,
      )

/** Who signed a contract, when and how. */
function signedBy(known: Known): Text {
  const { cbhtbm, cbfmc, qdsj, signWay } = known
  if (signWay === ON_SITE) return onSite(known)
  if (signWay !== ON_PAPER && known.outside)
    return both(
      `合同【${cbhtbm}】由${maskName(cbfmc)}于${qdsj}以电子方式签订，签名由外部签署服务办理。`,
      `Contract ${cbhtbm} was signed electronically by ${maskName(cbfmc)} on ${qdsj}; the signatures were made by a signing service outside this system.`,
    )
  if (signWay === ON_PAPER && !known.compared)
    return both(
      `合同【${cbhtbm}】由${maskName(cbfmc)}于${qdsj}在纸质合同上签订，扫描件经第二人审核后归档；扫描件的各页没有与打印件核对。`,
      `Contract ${cbhtbm} was signed on paper by ${maskName(cbfmc)} on ${qdsj}; its scan was examined by a second person. The pages of the scan were not compared with the print.`,
    )
  return signWay === ON_PAPER
    ? both(
        `合同【${cbhtbm}】由${maskName(cbfmc)}于${qdsj}在纸质合同上签订，扫描件逐页核对并经第二人审核后归档。`,
        `Contract ${cbhtbm} was signed on paper by ${maskName(cbfmc)} on ${qdsj}; its scan was compared page by page and examined by a second person.`,
      )
    : both(
        `合同【${cbhtbm}】由${maskName(cbfmc)}于${qdsj}以电子方式签订：签署人各自通过手机链接，核对证件号码和短信验证码后阅读全文并手写签名。`,
        `Contract ${cbhtbm} was signed electronically by ${maskName(cbfmc)} on ${qdsj}: each signer by a link to his or her own phone, with the ID number and a code by SMS, after reading the whole contract.`,
      )
}
const unsigned = ({ cbhtbm, cbfmc, signStatus }: Known): Text => {
  const { zh, en } = UNSIGNED[signStatus] ?? NOT_DONE
  return both(`合同【${cbhtbm}】（承包方${maskName(cbfmc)}）${zh}。`, `Contract ${cbhtbm} (contractor ${maskName(cbfmc)}) ${en}.`)
}

/**
 * Judges what is known of a document.
 * @param o.known the contract that the code names; null where the code names none, undefined where no code was given
 * @param o.file digest and signatures of the file; undefined where none was given
 * @param o.form whether the code is one of a printed form, which names no contract
 */
export function judgeFile(o: {
  known?: Known | null
  file?: { sha256: string; signatures: readonly Found[] }
  form?: boolean
}): Omit<DocumentCheck, 'says'> & { says: Text[] } {
  // what speaks against the document is told first
  const [wrong, told]: [Text[], Text[]] = [[], []]
  const { known, file } = o
  if (known === null && o.form) told.push(FORM)
  else if (known === null)
    wrong.push(
      both(
        '没有这个编码的文件：编码有误，或文件不是本系统打印的。',
        'No document has this code: it is mistyped, or the document was not printed by this system.',
      ),
    )
  const isSigned = known?.signStatus === SIGNED
  if (known) told.push(isSigned ? signedBy(known) : unsigned(known))
  if (file && known) {
    if (isSigned && known.fileHash === file.sha256)
      told.push(both('所交文件与归档的签署文件一字节不差。', 'The file is, byte for byte, the one that was signed and kept.'))
    else if (isSigned)
      wrong.push(
        both(
          '所交文件不是该合同归档的签署文件；以下合同信息说的是归档的文件。',
          'The file is not the signed file kept for this contract; what is said about the contract refers to the kept file.',
        ),
      )
    else
      wrong.push(both('该合同没有归档的签署文件，所交文件不能作为已签合同。', 'No signed file is kept for this contract: the file is not a signed contract.'))
  }
  const signatures = file?.signatures ?? []
  if (file && signatures.length === 0 && !known)
    told.push(
      both(
        '文件中没有电子签名；纸质签署的扫描件请同时输入页脚的文件编码。',
        'The file has no electronic signature; for a scan of a paper contract, also enter the document code at the foot of its pages.',
      ),
    )
  const broken = signatures.filter((s) => !s.valid).length
  if (broken > 0)
    wrong.push(
      both(
        `${broken}处签名无效：文件在签名之后被改动。`,
        broken === 1 ? 'A signature is broken: the file was changed after it.' : `${broken} signatures are broken: the file was changed after them.`,
      ),
    )
  for (const s of signatures.filter((x) => x.valid)) {
    const name = maskName(s.signer)
    if (s.trusted)
      told.push(
        both(`${name}于${s.time}签名（${s.as?.zh ?? s.reason}），签名有效。`, `${name} signed at ${s.time} (${s.as?.en ?? s.reason}); the signature is valid.`),
      )
    else wrong.push(both(`${name}的签名有效，但证书不是本系统签发的。`, `The signature of ${name} is valid, but its certificate is not from this system.`))
  }
  for (const s of signatures.filter((x) => x.changedAfter)) {
    const name = maskName(s.signer)
    wrong.push(
      both(
        `${name}于${s.time}签名之后、下一个签名之前，文件被加入或改动了签名以外的内容：${name}没有签署这些内容。`,
        `After ${name} signed at ${s.time}, and before the next signature, something other than a signature was added or changed: ${name} did not sign it.`,
      ),
    )
  }
  if (signatures.length > 0 && !signatures.some((s) => s.whole))
    wrong.push(both('最后一个签名之后，文件又被添加了内容。', 'Something was added to the file after its last signature.'))
  // an evidence sheet is signed too, and is no contract
  const isContract = signatures.some((s) => s.as)
  if (!known && isContract && signatures.some((s) => s.valid)) told.push(FILE_ALONE)
  const isProved = signatures.some((s) => s.whole) && signatures.every((s) => s.valid && !s.changedAfter)
  if (signatures.some((s) => s.trusted)) told.push(isProved ? WORTH : WORTH_APART)
  return {
    verdict: wrong.length ? 'bad' : isSigned || (signatures.length > 0 && !isContract) ? 'good' : 'none',
    says: [...wrong, ...told],
    signatures: signatures.map(({ as: _as, ...s }) => ({ ...s, signer: maskName(s.signer) })),
    sha256: file?.sha256 ?? '',
  }
}
