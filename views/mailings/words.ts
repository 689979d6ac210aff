import { both as w } from '../../kit/model/lang.ts'

export const mailingWords = {
  history: w('报送记录', 'History'),
  receivers: w('收件人', 'Receivers'),
  items: w('指标', 'Indicators'),
  everyItem: w('不选时报送全部指标', 'Left empty, all indicators are sent'),
  note: w(
    '收件人按本人的权限和管辖区域收到统计；没有权限的不会收到。',
    'Each receiver gets the figures that his own buttons and region give; without the right there is no mail.',
  ),
} as const
