import { both, type Text } from '../../kit/model/lang.ts'
import { holes } from './message.ts'

/** A message that the product sends by itself. An office words it anew under the same code, or switches it off there. */
export interface ProductContent {
  code: string
  name: Text
  /** with {name} for what differs; these are all that there are */
  words: string
  /** names whose value lets somebody in: the history does not show it */
  secrets?: readonly string[]
}
/** All of them. Source: business-flows.md 3.4 step 10, 5.1, 7, 12. */
export const CONTENTS = {
  caseDone: { code: 'CASE_DONE', name: both('业务办结', 'Case finished'), words: '您申请的{type}业务（编号{code}）已办结登记，可到村委会或政务窗口领取材料。' },
  signLink: {
    code: 'SIGN_LINK',
    name: both('签署链接', 'Link to sign'),
    words: '{name}您好：您有一份农村土地承包合同待签署，请于{deadline}前打开 {url} 办理。链接仅限本人使用，请勿转发。',
    secrets: ['url'],
  },
  signDue: {
    code: 'SIGN_DUE',
    name: both('签署期限提醒', 'Reminder to sign'),
    words: '{name}您好：您的农村土地承包合同尚未签署，签署期限为{deadline}，请尽快打开此前收到的链接办理，逾期需重新发起。',
  },
  posting: {
    code: 'POSTING',
    name: both('公示开始', 'Posting begun'),
    words: '与您有关的承包事项已开始公示，公示期{from}至{to}，查看公示内容：{url} 。如有异议，请在公示期内向村委会或乡镇提出。',
  },
  postingEnd: {
    code: 'POSTING_END',
    name: both('公示到期提醒', 'Posting ends soon'),
    words: '与您有关的承包事项公示将于{to}结束，查看公示内容：{url} 。如有异议，请在此前向村委会或乡镇提出。',
  },
  appointment: {
    code: 'APPOINTMENT',
    name: both('预约提醒', 'Appointment tomorrow'),
    words: '您预约了{day} {slot}到{place}办理{matter}，预约编号{code}。请携带身份证件按时到场，不能到场请提前改期或取消。',
    // with it and the end of the number an appointment is moved or given up
    secrets: ['code'],
  },
  appointmentBooked: {
    code: 'APPOINTMENT_BOOKED',
    name: both('预约成功', 'Appointment booked'),
    words: '您已预约{day} {slot}到{place}办理{matter}，预约编号{code}。改期或取消请凭编号在便民服务页面办理，或联系{contact}。',
    secrets: ['code'],
  },
  appointmentChanged: {
    code: 'APPOINTMENT_CHANGED',
    name: both('预约变更', 'Appointment changed'),
    words: '您的预约已变更为{day} {slot}到{place}办理{matter}，预约编号{code}。如有疑问请联系{contact}。',
    secrets: ['code'],
  },
  appointmentCancelled: {
    code: 'APPOINTMENT_CANCELLED',
    name: both('预约取消', 'Appointment cancelled'),
    words: '您预约的{day} {slot}到{place}办理{matter}已由工作人员取消，如仍需办理请重新预约，或联系{contact}。',
  },
  inquiryAnswered: {
    code: 'INQUIRY_ANSWERED',
    name: both('咨询答复', 'Inquiry answered'),
    words: '您提交的咨询{state}，咨询编号{code}，请凭编号和电话后四位在便民服务页面查看。',
    // with it and the end of the number the answer is read
    secrets: ['code'],
  },
  demandChecked: {
    code: 'DEMAND_CHECKED',
    name: both('供求信息公布', 'Land offer published or taken down'),
    words: '您登记的土地流转供求信息{state}，如有疑问请联系{contact}。',
  },
  signNumber: {
    code: 'SIGN_NUMBER',
    name: both('签署号码变更提醒', 'Number to sign changed'),
    words: '{name}您好：您在承包经营登记中的手机号码已改为{phone}，合同签署链接将发往该号码。如非本人办理，请立即联系承包办工作人员。',
  },
  inbox: { code: 'INBOX', name: both('待办消息提醒', 'Messages of the product'), words: '{text}' },
} as const satisfies Readonly<Record<string, ProductContent>>
/** The reminder of those who have not signed, which the office alone words, and the names that are filled in it. */
export const SIGN_REMINDER: { readonly code: string; readonly names: readonly string[] } = { code: 'SIGN_REMIND', names: ['cbfmc', 'fbfmc'] }

/** The product's own content of a code. */
export const productContent = (code: string | null): ProductContent | undefined => Object.values(CONTENTS).find((c) => c.code === code)
/** The names that a template of this code may have; undefined where whoever sends it says what they are. */
function namesOf(code: string): readonly string[] | undefined {
  const own = productContent(code)
  return own ? holes(own.words) : code === SIGN_REMINDER.code ? SIGN_REMINDER.names : undefined
}
/** What is wrong with the names of a template: one that is broken, or that nobody fills for this code. Undefined where nothing is. */
export function templateFault(code: string, template: string): Text | undefined {
  // a whole name is taken out: what is left has no brace; the sign of money is how providers write their own, and no call has a value under __proto__
  const broken = /\$\{[^{}]*\}?|\{[^{}]*\}?|\}/.exec(template.replaceAll(/(?<!\$)\{[A-Za-z0-9]\w*\}/g, ' '))?.[0]
  if (broken !== undefined)
    return both(
      `模板变量“${broken}”书写有误，应为{变量名}，变量名用字母、数字或下划线，且不以下划线开头`,
      `The name ${broken} is malformed: write {name}, of letters and digits, and _ behind the first`,
    )
  const known = namesOf(code)
  return known && unknownNames(holes(template), known)
}
/** What is wrong with names of which a message has others, or none: it says which there are. Undefined where nothing is. */
export function unknownNames(names: readonly string[], known: readonly string[]): Text | undefined {
  const unknown = names.filter((n) => !known.includes(n))
  if (unknown.length === 0) return undefined
  const list = (of: readonly string[], between: string) => of.map((n) => `{${n}}`).join(between)
  const [zh, en] = known.length > 0 ? [`该短信可用：${list(known, '、')}`, `it has ${list(known, ', ')}`] : ['该短信没有变量', 'it has none']
  return both(`没有模板变量${list(unknown, '、')}，${zh}`, `There is no ${list(unknown, ', ')} in this message; ${en}`)
}
