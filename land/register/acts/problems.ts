import type { Text } from '../../../kit/model/lang.ts'
import { problem } from '../../../kit/model/problem.ts'
import { deadWords } from '../../definitions/membership.ts'

interface Code {
  code: string
}
/** Why an entry is not written. Codes E1xxx: business-flows.md 14; the others are named by what is wrong. */
export const registerProblems = {
  mayNot: problem<{ cause: string; act: string }>(403, 'act-not-allowed', (d) => ({
    zh: `【${d.cause}】不能办理登记事项【${d.act}】`,
    en: `The cause ${d.cause} may not write the act ${d.act}`,
  })),
  notUndone: problem<{ why: Text }>(409, 'not-undone', ({ why }) => ({
    zh: `不能撤回登记：${why.zh}`,
    en: `The registration cannot be taken back: ${why.en}`,
  })),
  noActs: problem(400, 'entry-empty', () => ({ zh: '登记事项不能为空', en: 'An entry has at least one act' })),
  twice: problem<Code>(400, 'object-twice', (d) => ({ zh: `【${d.code}】在同一次登记中出现多次`, en: `${d.code} appears in two acts of one entry` })),
  notFound: problem<Code & { zh: string; en: string }>(404, 'object-not-found', (d) => ({
    zh: `${d.zh}【${d.code}】不存在`,
    en: `${d.en} ${d.code} not found`,
  })),
  exists: problem<Code & { zh: string; en: string }>(409, 'object-exists', (d) => ({
    zh: `${d.zh}【${d.code}】已存在`,
    en: `${d.en} ${d.code} already exists`,
  })),
  otherCounty: problem<Code>(400, 'entry-other-county', (d) => ({
    zh: `【${d.code}】不属于本次登记的县`,
    en: `${d.code} belongs to another county than the entry`,
  })),
  futureDay: problem<{ day: string }>(400, 'entry-future-day', (d) => ({ zh: `生效日期【${d.day}】不能晚于今天`, en: `The day ${d.day} lies in the future` })),
  notCurrent: problem<Code>(409, 'E1004', (d) => ({ zh: `登记簿【${d.code}】已注销或已变更，请刷新`, en: `Book ${d.code} is ended or was changed; reload` })),
  stillCurrent: problem<Code>(409, 'book-current', (d) => ({ zh: `登记簿【${d.code}】仍为现势，不能再登记`, en: `Book ${d.code} is still current` })),
  notFromLast: problem<Code>(409, 'book-lineage', (d) => ({
    zh: `登记簿【${d.code}】必须由其上一版本变更而来`,
    en: `Book ${d.code} comes from the last version of its code`,
  })),
  noSource: problem<Code>(400, 'book-contract', (d) => ({ zh: `登记簿【${d.code}】没有可沿用的合同`, en: `Book ${d.code} has no contract to carry on` })),
  noLines: problem<Code>(400, 'E1018', (d) => ({
    zh: `登记簿【${d.code}】变更后地块数为0，请办理合同注销`,
    en: `Book ${d.code} has no parcels left: cancel the contract`,
  })),
  letter: problem<Code>(400, 'book-letter', (d) => ({
    zh: `【${d.code}】的编码与承包方式不符`,
    en: `The code ${d.code} does not fit the method of contracting`,
  })),
  otherHolder: problem<Code>(400, 'book-holder', (d) => ({ zh: `【${d.code}】不是该承包方的编码`, en: `${d.code} is not a code of this contractor` })),
  taken: problem<{ dkbm: string; cbhtbm: string }>(409, 'E1015', (d) => ({
    zh: `地块【${d.dkbm}】已在合同【${d.cbhtbm}】中`,
    en: `Parcel ${d.dkbm} is already in contract ${d.cbhtbm}`,
  })),
  shares: problem<{ dkbm: string; scmj: string }>(409, 'shares-beyond', (d) => ({
    zh: `地块【${d.dkbm}】各户份额之和超过1（合同面积合计大于实测面积${d.scmj}平方米）`,
    en: `The shares of parcel ${d.dkbm} are more than 1 (their areas together exceed its ${d.scmj} m²)`,
  })),
  parcelHeld: problem<{ dkbm: string; cbhtbm: string }>(409, 'parcel-held', (d) => ({
    zh: `地块【${d.dkbm}】仍在合同【${d.cbhtbm}】中，不能终止`,
    en: `Parcel ${d.dkbm} is still in contract ${d.cbhtbm} and cannot end`,
  })),
  contractorHeld: problem<Code>(409, 'contractor-held', (d) => ({
    zh: `承包方【${d.code}】仍有现势登记簿，不能终止`,
    en: `Contractor ${d.code} still has a current book and cannot end`,
  })),
  issuerHeld: problem<Code>(409, 'fbf-in-use', (d) => ({
    zh: `发包方【${d.code}】下有承包方或地块，不能终止`,
    en: `Issuer ${d.code} has contractors or parcels and cannot end`,
  })),
  member: problem<Code>(400, 'member-not-here', (d) => ({
    zh: `家庭成员【${d.code}】不属于本次登记的农户，或被重复使用`,
    en: `Member ${d.code} belongs to no household of this entry, or is named twice`,
  })),
  persons: problem(400, 'E1009', () => ({ zh: '分户、合户前后家庭成员不一致', en: 'The members before and after the split or merge differ' })),
  area: problem<{ n: string }>(400, 'E1008', (d) => ({
    zh: `变更前后合同面积不一致，差额${d.n}亩`,
    en: `The contract areas before and after differ by ${d.n} mu`,
  })),
  pieces: problem<{ n: string }>(400, 'E1010', (d) => ({
    zh: `分割或合并前后地块面积不一致，差额${d.n}平方米`,
    en: `The areas of the pieces differ from those before by ${d.n} m²`,
  })),
  head: problem<Code>(400, 'household-head', (d) => ({
    zh: `承包方【${d.code}】必须有且只有一位在世且为共有人的户主`,
    en: `Contractor ${d.code} needs exactly one head who is alive and a co-owner`,
  })),
  termOrder: problem<Code>(400, 'term-order', (d) => ({ zh: `【${d.code}】的承包期限起应早于承包期限止`, en: `The term of ${d.code} ends before it begins` })),
  termPast: problem<Code>(400, 'E1017', (d) => ({
    zh: `【${d.code}】变更后合同期限不得超过原合同剩余期限`,
    en: `The term of ${d.code} may not extend beyond that of the previous contract`,
  })),
  termYears: problem<Code>(400, 'term-years', (d) => ({ zh: `【${d.code}】的承包期限应为整年`, en: `The term of ${d.code} is not a whole number of years` })),
  signed: problem<Code & { zh: string; en: string }>(409, 'contract-signed', (d) => ({
    zh: `合同【${d.code}】的${d.zh}已填写，不能更改`,
    en: `${d.en} of contract ${d.code} is set and cannot be changed`,
  })),
  printed: problem<Code>(409, 'certificate-printed', (d) => ({
    zh: `权证【${d.code}】已打印，不能更改`,
    en: `Certificate ${d.code} is printed and cannot be changed`,
  })),
  notPrinted: problem<Code>(409, 'certificate-not-printed', (d) => ({ zh: `权证【${d.code}】尚未打印`, en: `Certificate ${d.code} is not printed yet` })),
  realEstate: problem<Code>(409, 'certificate-real-estate', (d) => ({
    zh: `权证【${d.code}】已由不动产登记机构发证，不能打印`,
    en: `Certificate ${d.code} is issued by the real-estate registry and not printed here`,
  })),
  ownDay: problem<{ day: string }>(400, 'entry-own-day', (d) => ({
    zh: `只有数据包和更正的登记事项可以有自己的日期【${d.day}】`,
    en: `Only acts of a package or a correction have a day of their own (${d.day})`,
  })),
  tooEarly: problem<Code & { day: string }>(409, 'entry-day-before', (d) => ({
    zh: `【${d.code}】自【${d.day}】起的登记已经生效，不能再登记更早的变更`,
    en: `${d.code} has been registered as it is since ${d.day}: nothing can be written before that day`,
  })),
  malformed: problem<Code>(400, 'code', (d) => ({ zh: `编码【${d.code}】格式不正确`, en: `The code ${d.code} is malformed` })),
  range: problem<Code>(400, 'code-range', (d) => ({
    zh: `承包方编码【${d.code}】不在该类承包方的编码范围内`,
    en: `The code ${d.code} lies outside the range of its kind of contractor`,
  })),
  change: problem<Code>(400, 'parcel-change', (d) => ({
    zh: `地块【${d.code}】的变更内容与变更方式不符`,
    en: `The changes to parcel ${d.code} do not match the kind of change`,
  })),
  neighbour: problem<Code & { other: string; drift: number }>(409, 'neighbour-moved', (d) => ({
    zh: `地块【${d.code}】与已登记地块【${d.other}】的公共界址点有移动，后者面积将变化${d.drift.toFixed(2)}平方米，请将该地块及其登记簿一并办理`,
    en: `Parcel ${d.code} moves a corner that it shares with the registered parcel ${d.other}, whose area would change by ${d.drift.toFixed(2)} m²: take that parcel and its book into the case`,
  })),
  signedLater: problem<Code & { day: string }>(400, 'contract-day', (d) => ({
    zh: `合同【${d.code}】的签订时间【${d.day}】不能晚于今天`,
    en: `Contract ${d.code} was not signed on ${d.day}: that day lies in the future`,
  })),
  registered: problem<Code>(409, 'registered', (d) => ({
    zh: `【${d.code}】已登记，只能通过相应业务变更`,
    en: `${d.code} is registered: it is changed by the matching business`,
  })),
  touched: problem<Code>(409, 'correction-touched', (d) => ({
    zh: `【${d.code}】已办理过业务，不能更正，请办理变更业务`,
    en: `${d.code} was changed by a business and cannot be corrected: change it by a business`,
  })),
  source: problem<Code>(409, 'book-source', (d) => ({
    zh: `来源登记簿【${d.code}】不存在，或不在本次登记中终止`,
    en: `The book ${d.code} that another comes from is not there, or stays current`,
  })),
  successor: problem<Code>(400, 'book-successor', (d) => ({
    zh: `登记簿【${d.code}】的终止方式与后续登记簿不符：变更应有后续登记簿，注销不应有`,
    en: `The way book ${d.code} ends does not match what follows: a change is followed by a book, the end of a right is not`,
  })),
  bookIssuer: problem<Code>(400, 'book-issuer', (d) => ({
    zh: `登记簿【${d.code}】的发包方不是其承包方的发包方`,
    en: `The issuer of book ${d.code} is not that of its contractor`,
  })),
  category: problem<{ dkbm: string }>(409, 'parcel-category', (d) => ({
    zh: `地块【${d.dkbm}】不是承包地块，不能在登记簿中`,
    en: `Parcel ${d.dkbm} is not contracted land and cannot be in a book`,
  })),
  measures: problem<Code>(400, 'mu-mismatch', (d) => ({
    zh: `地块【${d.code}】的实测面积平方米数与亩数不一致`,
    en: `The measured area of parcel ${d.code} differs between m² and mu`,
  })),
  lineArea: problem<Code>(400, 'line-area', (d) => ({
    zh: `地块【${d.code}】的合同面积应大于0，且平方米数与亩数一致`,
    en: `The contract area of parcel ${d.code} must be above 0 and the same in m² and mu`,
  })),
  personTwice: problem<Code & { name: string }>(400, 'person-twice', (d) => ({
    zh: `承包方【${d.code}】的家庭成员【${d.name}】证件号码重复`,
    en: `The member ${d.name} is listed twice in household ${d.code}`,
  })),
  personDead: problem<Code & { name: string }>(409, 'person-dead', (d) => deadWords({ cyxm: d.name, cbfbm: d.code })),
  elsewhere: problem<Code & { name: string }>(409, 'person-elsewhere', (d) => ({
    zh: `【${d.name}】已是承包方【${d.code}】的户主或共有人，应说明理由、提交证明并由第二人确认`,
    en: `${d.name} is already head or co-owner of household ${d.code}: a reason, a proof and a second person are needed`,
  })),
  round: problem<Code & { day: string }>(400, 'term-round', (d) => ({
    zh: `【${d.code}】的承包期限止不得超过本轮承包期【${d.day}】`,
    en: `The term of ${d.code} may not extend beyond the end of the round on ${d.day}`,
  })),
  termLong: problem<Code & { zh: string; en: string }>(400, 'term-long', (d) => ({ zh: `【${d.code}】${d.zh}`, en: `${d.code}: ${d.en}` })),
  carried: problem<Code>(400, 'contract-carried', (d) => ({
    zh: `登记簿【${d.code}】的地块或期限有变化，不能沿用原合同`,
    en: `Parcels or terms of book ${d.code} change: the previous contract cannot be carried on`,
  })),
  certificate: problem<Code>(409, 'certificate-state', (d) => ({
    zh: `权证【${d.code}】的当前状态不能办理该事项`,
    en: `Certificate ${d.code} is not in a state that allows this`,
  })),
  restrictionTwice: problem<Code & { paperNo: string; ref: string; day: string }>(409, 'restriction-twice', (d) => ({
    zh: `文书【${d.paperNo}】已登记在【${d.code}】上（限制编号${d.ref}，自${d.day}起），解除前不能重复登记`,
    en: `Document ${d.paperNo} is already entered for ${d.code} (restriction ${d.ref}, since ${d.day}); it can be entered again only after that has ended`,
  })),
  restrictionNoTarget: problem<Code>(400, 'restriction-target', (d) => ({ zh: `限制【${d.code}】没有对象`, en: `Restriction ${d.code} is on nothing` })),
}
