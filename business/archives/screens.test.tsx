// @vitest-environment happy-dom
// The screens of the archives: papers are seen in place, and a household is found by its name.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useState } from 'react'
import { PageContext, signIn, type PageState, type TokenAnswer } from '../../kit/web/session.web.ts'
import { around } from '../../platform/parts/testing.ts'
import FarmerPage from './FarmerPage.web.tsx'
import { archiveWords } from './words.ts'
import { VolumePapers } from './VolumePapers.web.tsx'

const CBFBM = '512021119203030001'
const paper = (id: string, title: string, size: number) => ({ id, title, size, sort: 1, docType: '1', pageFrom: 1, pageTo: 2, isCurrent: 1 })
const volume = (cbfbm: string, title: string, isOpen: string) => ({ id: cbfbm, cbfbm, title, isOpen, archiveNo: cbfbm })
let asked: string[]
beforeEach(() => {
  asked = []
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'county', real_name: '县级经办' } as TokenAnswer)
  const data = (url: string) => {
    if (url.includes('fileGroup/page')) return { records: [volume(CBFBM, '陈光明档案', '1'), volume('512021119203030002', '李四档案', '0')], total: 2 }
    if (url.includes('farmerPage')) return { archiveNo: '1', title: '陈光明档案', records: [paper('3', '登记簿', 0)] }
    if (url.includes('fileDetail/page')) return { records: [paper('1', '承包经营权登记簿', 9), paper('2', '测量成果：图.zip', 9)], total: 2 }
    return []
  }
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(decodeURIComponent(String(url)))
    if (/\/(download|farmerDownload)\?/.test(String(url))) return new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } })
    return Response.json({ code: 200, success: true, data: data(String(url)), msg: '' })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
/** The page with an address of its own. */
function AtPage() {
  const [search, setSearch] = useState<Record<string, string>>({})
  const state: PageState = { key: '/archives/farmer', visible: true, search, setSearch: ({ cbfbm }) => setSearch(cbfbm ? { cbfbm: String(cbfbm) } : {}) }
  return (
    <PageContext value={state}>
      <FarmerPage />
    </PageContext>
  )
}
const fetched = (part: string) => asked.filter((u) => u.includes(part))

test('a paper that the product made is fetched and shown though its title has no extension; one that no browser shows is not fetched', async () => {
  render(<VolumePapers groupId="1" isOpen={false} />, { wrapper: around })
  fireEvent.click(await screen.findByRole('button', { name: '承包经营权登记簿' }))
  await waitFor(() => expect(fetched('fileDetail/download?')).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: '测量成果：图.zip' }))
  await screen.findByRole('dialog', { name: '测量成果：图.zip' })
  expect(fetched('fileDetail/download?')).toHaveLength(1)
})
test('a household is found by its name among those with a volume; one that is not open is told, and what is handed out is seen', async () => {
  render(<AtPage />, { wrapper: around })
  const box = screen.getByRole('combobox', { name: archiveWords.household.zh })
  fireEvent.mouseDown(box)
  fireEvent.change(box, { target: { value: '陈光明' } })
  await waitFor(() => expect(fetched('title=陈光明')).not.toEqual([]))
  await screen.findByText('李四档案 512021119203030002（未开放）')
  fireEvent.click(await screen.findByText(`陈光明档案 ${CBFBM}`))
  fireEvent.click(await screen.findByRole('button', { name: '登记簿' }))
  await waitFor(() => expect(fetched('farmerDownload?')).toHaveLength(1))
})
