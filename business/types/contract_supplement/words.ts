import { both as w } from '../../../kit/model/lang.ts'

/** Words of this type's form that no definition has. */
export const words = {
  book: w('登记簿', 'Book'),
  papers: w('合同与权证', 'Contract and certificate'),
  reason: w('补办原因', 'Reason'),
  chooseBook: w('请先选择登记簿', 'Select the book first'),
  contract: w('合同', 'Contract'),
  certificate: w('权证', 'Certificate'),
  said: w('合同记载面积（亩）', 'Area in the contract (mu)'),
  inBook: w('登记簿面积（亩）', 'Area in the book (mu)'),
  asBook: w('与登记簿一致', 'As in the book'),
  signed: w('合同已签订，不需要补签', 'The contract is already signed'),
  does: {
    contract_supplement_1: w('按登记簿生成合同并签订；登记簿和承包期限不变', 'A contract is made from the book and signed; book and term stay as they are'),
    contract_supplement_2: w(
      '按纸质合同逐项录入，与登记簿不一致的须先更正或变更；扫描件（一个PDF）在附件“原合同”中上传，经初审、复审核对后归入合同',
      'Enter what the paper contract says. Differences from the book must be corrected first. The scan (one PDF) is filed as the former contract and examined at check and recheck',
    ),
    contract_supplement_3: w(
      '原权证作废，登记簿加注补发，新权证按新流水号打印；本区域要求公示遗失的，初审后进入公示',
      'The lost certificate is void, the book notes it, and the new one is printed with its own serial. If this region requires it, the loss is posted after the check',
    ),
    contract_supplement_4: w(
      '收回破损权证，登记簿加注换发，新权证按新流水号打印',
      'The damaged certificate is collected, the book notes it, and the new one is printed with its own serial',
    ),
  } as Readonly<Record<string, ReturnType<typeof w>>>,
}
