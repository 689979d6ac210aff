import { both as w, type Text } from '../../kit/model/lang.ts'

/** Words of the page of a record. */
export const recordWords = {
  back: w('返回列表', 'Back to the list'),
  previous: w('上一条', 'Previous'),
  next: w('下一条', 'Next'),
  neighbours: w('前后记录', 'Neighbouring records'),
  keysOfRecord: w('记录页', 'This record'),
  print: w('打印', 'Print'),
  facts: w('要点', 'Key facts'),
  copy: w('复制', 'Copy'),
  copied: w('已复制', 'Copied'),
  none: w('—', '—'),
  hinders: w('办理业务前请注意', 'Before you start a case'),
  gone: w('没有找到这条记录，可能已被删除，或不在您的管辖区域', 'Record not found: it may have been deleted, or it lies outside your region'),
  refused: w('您没有查看这条记录的权限', 'You do not have permission to view this record'),
  split: w('与列表并排', 'Show beside the list'),
  whole: w('整页显示', 'Full page'),
  acts: w('操作', 'Actions'),
} as const

/** Where a record stands in the list that it was opened from. */
export const placeIn = (n: number, total: number): Text => w(`第 ${n} / ${total} 条`, `${n} of ${total}`)
