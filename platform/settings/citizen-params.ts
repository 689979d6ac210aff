// What citizens may book and write. Source: business-flows.md 12.
import { both as p } from '../../kit/model/lang.ts'

const count = { kind: 'number', group: 'citizens' } as const
export const CITIZEN_PARAMS = {
  bookingHorizon: {
    ...count,
    key: 'citizens.horizon',
    name: p('可预约天数', 'Days ahead that can be booked'),
    meaning: p('窗口办理时段最多提前这么多天预约', 'Times of the window are booked at most this many days ahead'),
    usual: 30,
    least: 1,
    most: 180,
    unit: p('天', 'days'),
  },
  bookingHold: {
    ...count,
    key: 'citizens.hold',
    name: p('预约暂留时间', 'Time to complete a booking'),
    meaning: p('选定时段后保留名额，等待填写姓名和电话的时间', 'How long a chosen place is kept while name and phone are entered'),
    usual: 5,
    least: 1,
    most: 60,
    unit: p('分钟', 'minutes'),
  },
  bookingsDaily: {
    ...count,
    key: 'citizens.bookings.daily',
    name: p('同一地址每日预约上限', 'Appointments a day from one address'),
    meaning: p('便民页面上同一网络地址一天内最多提交的预约数', 'How many appointments one network address makes in a day on the page for citizens'),
    usual: 200,
    least: 1,
    most: 10_000,
    unit: p('个', 'appointments'),
  },
  questionsDaily: {
    ...count,
    key: 'citizens.questions.daily',
    name: p('同一地址每日咨询上限', 'Questions a day from one address'),
    meaning: p('便民页面上同一网络地址一天内最多提交的咨询数', 'How many questions one network address asks in a day on the page for citizens'),
    usual: 200,
    least: 1,
    most: 10_000,
    unit: p('条', 'questions'),
  },
  questionsOpen: {
    ...count,
    key: 'citizens.questions.open',
    name: p('同一电话未答复咨询上限', 'Open questions of one phone from one address'),
    meaning: p(
      '便民页面上同一网络地址以同一联系电话最多有这么多条未答复的咨询',
      'How many questions without an answer one phone may have from one network address on the page for citizens',
    ),
    usual: 3,
    least: 1,
    most: 1000,
    unit: p('条', 'questions'),
  },
} as const
