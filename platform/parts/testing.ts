import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import { createElement, type ReactNode } from 'react'

/** What a component stands in when a test renders it: calls that are kept for nobody else, and the place of messages and dialogs. */
export const around = ({ children }: { children: ReactNode }): ReactNode =>
  createElement(QueryClientProvider, { client: new QueryClient() }, createElement(App, null, children))
