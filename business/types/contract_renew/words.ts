import { both as w } from '../../../kit/model/lang.ts'
import { words as cases } from '../../cases/web/words.ts'

/** Words of this type's form that no definition has. */
export const words = {
  find: w('输入承包方名称或登记簿编码', 'Holder or code of a book'),
  issuer: w('发包方', 'Issuer'),
  households: w('延包农户', 'Households'),
  reason: w('延包说明与权证', 'Note and certificate'),
  noPlan: cases.noPlan,
  noPlanHow: w(
    '办理延包前，发包方须有生效的延包方案：在“二轮延包 → 延包方案”编制，经公示、表决和镇、县审核后生效；以往已批准的纸质方案，由另一人复核后在“基础数据 → 发包方 → 承包轮次”登记。',
    'Before its households can be extended, the issuer needs a plan in force: it is made under Extension → Plans, posted, voted and audited by township and county. A plan that was approved on paper earlier is recorded under Land data → Issuers → Rounds and confirmed by another person.',
  ),
  toPlan: w('编制延包方案', 'Make the plan'),
  seePlan: w('查看延包方案', 'Open the plans'),
  seeRounds: w('查看承包轮次', 'Open the rounds'),
  choose: w('请先选择发包方', 'Select the issuer first'),
  alone: w(
    '每户单独登记（调整、合户的农户一并登记，分户后的各户一并登记）：新期限自原期限届满次日起30年，一户不成不影响其他户；确权面积不填的按已确权或实测面积',
    'Each household is registered separately; households that exchange land, merge or come from one split are registered together. If one fails, the others are registered all the same. The new term is thirty years from the day after the old one ends. An empty confirmed area means the area confirmed or measured before',
  ),
  eligible: w('可延包的登记簿', 'Books that can be extended'),
  only: w('只看可办理', 'Eligible only'),
  chosen: (n: number) => w(`已选 ${n} 户`, `${n} chosen`),
  why: w('不能办理的原因', 'Reason'),
  holder: w('承包方', 'Contractor'),
  confirmed: w('确权面积（亩）', 'Confirmed area (mu)'),
  former: w('原合同面积（亩）', 'Former area (mu)'),
  term: w('原期限止 → 新期限', 'Term ends → next term'),
  round: (r: { roundNo: number | null; fromDay: string; toDay: string; planName: string | null }) =>
    w(
      `第${r.roundNo}轮承包期：${r.fromDay} 至 ${r.toDay}，方案：${r.planName ?? ''}`,
      `Round ${r.roundNo}: ${r.fromDay} to ${r.toDay}, plan ${r.planName ?? ''}`,
    ),
  asksPapers: w(
    '该发包方的延包方案已生效：延包的农户须有调查记录，且必备附件齐全（在“基础数据 → 承包方 → 承包方附件”上传），缺少的不能受理。',
    'The plan of this issuer is in force: households that are extended have been surveyed and have their papers (uploaded under Land data → Contractors → Papers); those that lack some are not accepted.',
  ),
  fromTo: (from: string, to: string) => w(`${from} 至 ${to}`, `${from} to ${to}`),
  openAreas: w(
    '面积有变化的才填写：未填写的，合同面积同原合同，确权面积按已确权或实测面积',
    'Enter only what changes: a contract area that is left open stays as it was, a confirmed one is the one confirmed or measured before',
  ),
  returned: w('交回', 'Returned'),
  goes: w('去向', 'Goes to'),
  keeps: w('保留', 'Keep'),
  part: w('部分（分割）', 'A part (divided)'),
  gives: (to: string) => w(`调给 ${to}`, `To ${to}`),
  into: w('并入农户', 'Merged into'),
  survives: w('存续', 'Goes on'),
  head: w('承包方代表', 'Representative'),
  addMember: w('新增成员', 'Add a member'),
  leave: w('减少', 'Leaves'),
  died: w('已故', 'Died'),
  stay: w('恢复', 'Restore'),
  out: w('移出', 'Remove'),
  notExtended: w(
    '该户不延包：本业务只记录原因，登记簿不变，可随时办理其他业务',
    'Not extended: the case only records why; the book stays as it is and is free for other business',
  ),
  added: w('新增承包方', 'New contractors'),
  addedNumber: (bh: string) => w(`新增承包方 ${bh}`, `New contractor ${bh}`),
  addedTerm: w('新增承包方的期限为新一轮承包期，单独登记', 'A new contractor has the term of the added round and is registered by itself'),
  addedElsewhere: w('直接延包没有新增承包方；如需新增，请选择“变更延包”', 'A direct extension adds no contractor: choose the item with changes'),
  add: w('增加一户', 'Add a household'),
  none: w('尚未选择农户', 'No household chosen yet'),
}
