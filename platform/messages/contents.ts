import { both, type Text } from '../../kit/model/lang.ts'

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
  signNumber: {
    code: 'SIGN_NUMBER',
    name: both('签署号码变更提醒', 'Number to sign changed'),
    words: '{name}您好：您在承包经营登记中的手机号码已改为{phone}，合同签署链接将发往该号码。如非本人办理，请立即联系承包办工作人员。',
  },
  inbox: { code: 'INBOX', name: both('待办消息提醒', 'Messages of the product'), words: '{text}' },
} as const satisfies Readonly<Record<string, ProductContent>>
