// @vitest-environment happy-dom
// A tree with boxes shows what a word leaves, whether its nodes come before the word or after it.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CheckTree, type TreeNode } from './CheckTree.web.tsx'
import { around } from './testing.ts'

afterEach(cleanup)
const NODES: TreeNode[] = [
  {
    id: '1',
    title: '基础数据',
    children: [
      { id: '2', title: '承包方' },
      { id: '3', title: '地块' },
    ],
  },
]

test('a word that is typed before the nodes come unfolds what it leaves of them, as one that is typed after', () => {
  const { rerender } = render(<CheckTree nodes={[]} />, { wrapper: around })
  fireEvent.change(screen.getByLabelText('输入关键字过滤'), { target: { value: '承包方' } })
  rerender(<CheckTree nodes={NODES} />)
  expect([screen.queryByText('承包方') !== null, screen.queryByText('地块')]).toEqual([true, null])
  fireEvent.change(screen.getByLabelText('输入关键字过滤'), { target: { value: '地块' } })
  expect([screen.queryByText('地块') !== null, screen.queryByText('承包方')]).toEqual([true, null])
})
