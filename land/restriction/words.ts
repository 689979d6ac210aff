import { both as w } from '../../kit/model/lang.ts'

/** Words of the screens of restrictions and circulation contracts that no definition has. */
export const words = {
  restrictions: w('权利限制', 'Restrictions'),
  requests: w('限制办理', 'Requests'),
  none: w('没有权利限制', 'Nothing stands against it'),
  enter: w('登记限制', 'Enter a restriction'),
  end: w('解除', 'End'),
  endTitle: w('申请解除限制', 'Request the end of a restriction'),
  endedAlready: w('该限制已解除', 'It has already ended'),
  confirm: w('复核', 'Confirm'),
  confirmAsk: w('复核后立即登记生效，确定复核通过?', 'Once confirmed it is entered in the register. Confirm?'),
  refuse: w('退回', 'Send back'),
  withdraw: w('撤回', 'Withdraw'),
  withdrawAsk: w('确定撤回该事项?', 'Withdraw this request?'),
  own: w('录入或修改该事项的人员不能复核', 'The person who entered or changed it cannot confirm it'),
  papers: w('证明文件', 'Document'),
  papersHint: w('请上传证明文件（至少一份）；复核时没有文件不能通过。', 'Upload at least one document; without it nothing can be confirmed.'),
  papersLater: w('保存后上传证明文件，再由其他人员复核。', 'Save first, then upload the document; another person confirms it.'),
  parcels: w('流转地块', 'Parcels'),
  parcelsNeeded: w('请选择流转地块', 'Please select the parcels'),
  contractFirst: w('请先输入承包合同编码', 'Enter the contract code first'),
  register: w('登记', 'Register'),
  registerAsk: w('登记后所选地块显示为已流转，确定登记?', 'Once registered its parcels show as circulated. Register it?'),
  drafts: w('只有待登记的流转合同可以修改', 'Only a contract that is not registered can be changed'),
} as const
