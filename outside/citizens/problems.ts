import { problem } from '../../kit/model/problem.ts'

/** What is refused of what citizens send. Source: business-flows.md 12. */
export const citizenProblems = {
  state: problem<{ what: string; en: string }>(409, 'citizen-state', (d) => ({ zh: `当前状态不能${d.what}`, en: `It cannot be ${d.en} in its present state` })),
  noReply: problem(400, 'no-reply', () => ({ zh: '请输入答复内容', en: 'Please enter the answer' })),
  noOpinion: problem(400, 'no-opinion', () => ({ zh: '请输入审核意见', en: 'Please enter the opinion' })),
  own: problem(409, 'citizen-own', () => ({ zh: '录入人不能审核自己录入的供求信息，请由其他人员审核', en: 'Another person must check what you entered' })),
  until: problem(400, 'demand-until', () => ({ zh: '有效期不能早于今天', en: 'It must be valid until today at least' })),
  slot: problem(400, 'reserve-slot-form', () => ({ zh: '时段格式应为“09:00-10:00”', en: 'A time is written as 09:00-10:00' })),
  past: problem<{ isToday: boolean }>(400, 'reserve-past', (d) =>
    d.isToday
      ? { zh: '今天该时段已开始，请选择以后的时段', en: 'That time of today has begun: choose a later one' }
      : { zh: '预约日期已过，请选择以后的日期', en: 'That day is over: choose a later one' },
  ),
  far: problem<{ days: number }>(400, 'reserve-far', (d) => ({
    zh: `只能预约${d.days}天以内的时段`,
    en: `Appointments are made at most ${d.days} days ahead`,
  })),
  closed: problem<{ day: string }>(400, 'reserve-closed', (d) => ({ zh: `${d.day}不办理业务，请选择工作日`, en: `The window is closed on ${d.day}` })),
  noSlot: problem(404, 'reserve-no-slot', () => ({ zh: '该日没有这一时段', en: 'There is no such time on that day' })),
  full: problem<{ next: string }>(409, 'reserve-full', (d) => ({
    zh: `该时段已约满${d.next ? `，可约时段：${d.next}` : ''}`,
    en: `That time is fully booked${d.next ? `; free: ${d.next}` : ''}`,
  })),
  second: problem(409, 'reserve-second', () => ({
    zh: '该电话已有未办理的预约，请先改期或取消',
    en: 'This phone has an open appointment already: change or cancel it first',
  })),
  code: problem(409, 'reserve-code', () => ({
    zh: '该电话已有未办理的预约，请用短信验证码确认是本人',
    en: 'This phone has an open appointment already: confirm by a code sent to it that it is yours',
  })),
  manyToday: problem(429, 'citizen-many', () => ({
    zh: '当前网络今日提交次数已达上限，请明日再试或到窗口办理',
    en: 'As much as is taken in a day was sent from this network: try tomorrow, or come to the window',
  })),
  manyQuestions: problem(409, 'inquire-many', () => ({
    zh: '该电话未答复的咨询过多，请等待答复后再提交',
    en: 'This phone has too many questions without an answer: wait for the answers first',
  })),
  proof: problem(400, 'citizen-proof', () => ({
    zh: '该编号近期多次查询有误，请输入图形验证码后再查询',
    en: 'This code was asked for with wrong digits several times: read the picture, then ask again',
  })),
  manyHolds: problem(429, 'hold-many', () => ({ zh: '同时保留的时段过多，请先完成预约', en: 'Too many places are kept at once: complete a booking first' })),
  /** the same whatever is wrong, so that codes are not guessed */
  unknown: problem(404, 'citizen-unknown', () => ({
    zh: '没有查到：编号或电话后四位有误',
    en: 'Nothing is found: the code or the last four digits of the phone are wrong',
  })),
  checkInDay: problem(409, 'check-in-day', () => ({ zh: '只能在预约当天签到', en: 'One checks in on the day of the appointment' })),
  handleDay: problem(409, 'handle-day', () => ({ zh: '未到预约日期，不能办理', en: 'It is handled on the day of the appointment at the earliest' })),
  absentEarly: problem(409, 'absent-early', () => ({ zh: '预约时段未开始，不能标记为未到', en: 'Its time has not begun: nobody is absent yet' })),
  absentCame: problem(409, 'absent-came', () => ({ zh: '已签到，不能标记为未到', en: 'Who has checked in was not absent' })),
  wasPublished: problem(409, 'was-published', () => ({
    zh: '发布过的内容不能删除；不再公布的，请改为草稿',
    en: 'What was published is not removed: make it a draft to take it back',
  })),
  overlap: problem<{ slot: string }>(409, 'reserve-slot-overlap', (d) => ({
    zh: `与同一天已有的时段${d.slot}重叠，请调整`,
    en: `These hours overlap those of ${d.slot} on the same weekday`,
  })),
  booked: problem<{ count: number; day: string }>(409, 'reserve-slot-booked', (d) => ({
    zh: `该时段已有${d.count}人预约（最早${d.day}），请先改期或取消`,
    en: `${d.count} appointment(s) stand in these hours, the first on ${d.day}: move or cancel them first`,
  })),
  bookedDay: problem<{ count: number; day: string; where: string; isMore: boolean }>(409, 'reserve-day-booked', (d) => ({
    zh: `${d.day}已有${d.count}人预约（${d.where}${d.isMore ? '等' : ''}），请先改期或取消`,
    en: `On ${d.day} ${d.count} appointment(s) stand (${d.where}${d.isMore ? ', …' : ''}): move or cancel them first`,
  })),
  bookedMore: problem<{ count: number; day: string }>(409, 'reserve-slot-capacity', (d) => ({
    zh: `${d.day}该时段已有${d.count}人预约，可预约数不能少于${d.count}；如需减少，请先改期或取消`,
    en: `On ${d.day} ${d.count} appointment(s) stand in these hours: there cannot be fewer places before they are moved or cancelled`,
  })),
  isLate: problem(409, 'reserve-begun', () => ({ zh: '预约时段已开始，请联系办理窗口', en: 'The time has begun: please ask at the window' })),
  link: problem(404, 'posting-link', () => ({ zh: '没有这项公示，请核对链接是否完整', en: 'There is no such posting: check whether the link is whole' })),
  /** also of another tenant's and of one that is none: strangers are not told which regions there are */
  noPlace: problem(400, 'citizen-place', () => ({ zh: '请选择办理地点', en: 'Choose a place' })),
  noTenant: problem(404, 'citizen-tenant', () => ({ zh: '没有开通便民服务', en: 'No services for citizens are open here' })),
  noGuide: problem(404, 'guide-none', () => ({ zh: '该事项没有已发布的办事指南', en: 'No guide is published for this matter' })),
}
