import { useLocation } from '@tanstack/react-router'
import { Button, Flex, Modal } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useOpenPage } from '../../../../../kit/web/open-page.web.ts'
import { useSession, type MenuNode } from '../../../../../kit/web/session.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { findMenus, hrefOf } from '../../../../../platform/shell/menus.web.ts'
import { showsLarge, useSite } from '../../../../../platform/shell/own-site.web.ts'
import { tourAt, TOURS, tourWords as words, type TourName } from '../../../../../platform/shell/tours.ts'
import { frameWords } from '../../../../../platform/shell/words.ts'
import { HOME } from '../tabs.ts'

const Tour = lazy(() => import('../../../../../platform/shell/Tour.web.tsx'))

/** Shows the page around that is open; where it has no tour, a choice of those that the person can open. */
export default function Tours({ menus, onClose }: { menus: readonly MenuNode[]; onClose: () => void }) {
  const { say } = useSay()
  const { can, user } = useSession()
  const { deployment } = useSite()
  const openPage = useOpenPage()
  const { pathname, search } = useLocation()
  const here = tourAt(pathname, (search as Record<string, string>).open)
  const [chosen, setChosen] = useState<TourName | undefined>(here)
  if (chosen)
    return (
      <Suspense fallback={null}>
        <Tour of={chosen} onClose={onClose} />
      </Suspense>
    )
  const reached = new Set(findMenus(menus, '').map(({ menu }) => hrefOf(menu)))
  const isOpenTo = (n: TourName) => {
    const { path, perm } = TOURS[n]
    return n === 'wall' ? showsLarge(user?.role_name ?? '', deployment) : (path === HOME || reached.has(path)) && can(perm)
  }
  const go = (n: TourName) => {
    const { path, open } = TOURS[n]
    openPage(path, open ? { open } : {})
    // the wall has a frame of its own, and its own button for it
    if (n === 'wall') onClose()
    else setChosen(n)
  }
  return (
    <Modal open title={say(frameWords.guide)} width={460} footer={null} onCancel={onClose}>
      <p>{say(words.choose)}</p>
      <Flex vertical gap="small" align="start">
        {(Object.keys(TOURS) as TourName[]).filter(isOpenTo).map((n) => (
          <Button key={n} type="link" style={{ padding: 0 }} onClick={() => go(n)}>
            {say(TOURS[n].title)}
          </Button>
        ))}
      </Flex>
    </Modal>
  )
}
