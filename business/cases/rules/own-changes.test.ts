import { expect, test } from 'vitest'
import { isOwn } from './own-changes.ts'

const change = (part: string, field: string, before: string, after: string) => ({ part, field, before, after })
test('paths of pictures, another way of writing the years and what other cases changed of the issuer are no changes of the case', () => {
  const others = [
    change('book', 'dksyt', '图件/DKSYT1.jpg', ''),
    change('book', 'cbqx', '30年', '30'),
    change('issuer', 'fbffzrxm', '张三', '李四'),
    change('book', 'fbfmc', '一组', '二组'),
  ]
  expect(others.map((c) => isOwn(c, true))).toEqual([false, false, false, false])
  // a book that goes to another issuer says so
  expect(others.map((c) => isOwn(c, false))).toEqual([false, false, true, true])
  const own = [
    change('book', 'cbqx', '30年', '2'),
    change('contract', 'cbqx', '', '30'),
    change('holder', 'cbfmc', '张三', '李四'),
    change('book', 'cbfmc', '张三', '李四'),
  ]
  expect(own.map((c) => isOwn(c, true))).toEqual([true, true, true, true])
})
