// npm start: everything from a clone to a running product.
import { buildWeb, install, node24 } from './runtime.mjs'
import { serve } from './serve.mjs'

install()
const node = node24()
// the database is made ready while the web application is built
serve(node, buildWeb(node))
