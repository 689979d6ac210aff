import { problem } from '../../kit/model/problem.ts'

interface Code {
  code: string
}
/** What is refused about contracts made outside, their files and serials. */
export const cbhtProblems = {
  hasBook: problem<Code>(409, 'draft-has-book', (d) => ({
    zh: `承包方已有登记簿【${d.code}】（现势或已注销），请办理相应业务`,
    en: `There is, or was, a book ${d.code} of this contractor: change it or make a new one by a business`,
  })),
  twice: problem<Code>(409, 'draft-twice', (d) => ({ zh: `合同【${d.code}】已有一份待登记合同`, en: `There is already an unregistered contract ${d.code}` })),
  registered: problem<Code>(409, 'contract-registered', (d) => ({
    zh: `合同【${d.code}】已登记，只能通过业务变更`,
    en: `Contract ${d.code} is registered: it can only be changed by a business`,
  })),
  noContractor: problem<Code>(400, 'draft-contractor', (d) => ({ zh: `承包方【${d.code}】不存在或已注销`, en: `There is no valid contractor ${d.code}` })),
  held: problem<Code & { by: string }>(409, 'E1001', (d) => ({
    zh: `【${d.code}】正在办理业务【${d.by}】，不能同时登记`,
    en: `${d.code} is held by business ${d.by}`,
  })),
  noFile: problem(400, 'draft-no-file', () => ({ zh: '请先上传合同扫描件（PDF）', en: 'Upload the scanned contract (PDF) first' })),
  noContract: problem<Code>(404, 'scan-no-contract', (d) => ({
    zh: `没有编码或承包方为【${d.code}】的现势合同`,
    en: `There is no current contract of code or contractor ${d.code}`,
  })),
  manyContracts: problem<Code>(409, 'scan-many-contracts', (d) => ({
    zh: `承包方【${d.code}】有多份现势合同，请以合同编码命名`,
    en: `Contractor ${d.code} has several current contracts: name the file by the contract's code`,
  })),
  hasFile: problem<Code>(409, 'contract-has-file', (d) => ({
    zh: `合同【${d.code}】已有签署文件，不能更换`,
    en: `Contract ${d.code} already has its signed file, which cannot be replaced`,
  })),
  waiting: problem<Code>(409, 'scan-waiting', (d) => ({
    zh: `合同【${d.code}】已有待复核的扫描件`,
    en: `A scan of contract ${d.code} is already waiting to be checked`,
  })),
  unsigned: problem<Code>(409, 'contract-unsigned', (d) => ({
    zh: `合同【${d.code}】尚未签署，请办理合同补签`,
    en: `Contract ${d.code} is not signed: use a supplement business to sign it`,
  })),
  notPdf: problem<{ name: string }>(400, 'scan-not-pdf', (d) => ({
    zh: `文件【${d.name}】不是可以读取的PDF，或者没有页`,
    en: `${d.name} is not a readable PDF, or it has no pages`,
  })),
  badName: problem<{ name: string }>(400, 'scan-name', (d) => ({
    zh: `文件【${d.name}】应以合同编码（19位）或承包方编码（18位）命名的PDF`,
    en: `${d.name} is not a PDF named by the code of a contract (19 characters) or a contractor (18 digits)`,
  })),
  tooLarge: problem<{ name: string; mb: number }>(400, 'scan-too-large', (d) => ({
    zh: `文件【${d.name}】超过${d.mb}MB`,
    en: `${d.name} has more than ${d.mb} MB`,
  })),
  tooMany: problem<{ n: number; max: number }>(400, 'scan-too-many', (d) => ({
    zh: `压缩包内有${d.n}个文件，最多${d.max}个`,
    en: `The archive has ${d.n} files; at most ${d.max}`,
  })),
  notZip: problem(400, 'scan-not-zip', () => ({ zh: '请上传ZIP压缩包', en: 'Please upload a ZIP archive' })),
  noFailures: problem(404, 'scan-no-failures', () => ({ zh: '该批次没有失败数据', en: 'Nothing in this batch failed' })),
  serialsOut: problem<Code>(409, 'serials-used-up', (d) => ({ zh: `【${d.code}】的合同序列号已用完`, en: `The serials of ${d.code} are used up` })),
} as const
