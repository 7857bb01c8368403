// The reference page's one style. The route has its digest (src/http/reference).

/** Style sheet, as it stands in the page. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--link:light-dark(#0550ae,#79b8ff)}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:19rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);font-size:.85rem}
nav ul{list-style:none;margin:0;padding:0}nav ul ul{padding:.2rem 0 .8rem}
nav>ul>li>a{font-weight:600}nav ul ul a{display:block;padding:.1rem 0;overflow-wrap:anywhere;color:inherit}
nav b{display:inline-block;min-width:2.4rem;font-size:.7rem;opacity:.7}
main{padding:1rem 2rem 4rem;max-width:60rem}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
h1{margin:.2rem 0}h2{margin:3rem 0 0;border-bottom:1px solid var(--line)}
h3{margin:2.5rem 0 .3rem;font-size:1.05rem;overflow-wrap:anywhere}h4{margin:1rem 0 .3rem}
h3 b{font-size:.75rem;padding:.15rem .45rem;border-radius:.3rem;background:#1a7f37;color:#fff}
h3 b.PUT{background:#9a6700}h3 b.POST{background:#0969da}
article>p{margin:.3rem 0}.needs{font-size:.85rem;opacity:.8}
code,pre{font:.86em/1.45 ui-monospace,monospace}code{background:var(--soft);padding:.1em .25em;border-radius:.2rem}
h3 code{background:none}pre{background:var(--soft);padding:.8rem;border-radius:.4rem;overflow:auto;max-height:26rem;margin:.3rem 0}
.table{overflow-x:auto}table{border-collapse:collapse;font-size:.87rem;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}
td:first-child{overflow-wrap:anywhere}i{opacity:.6;font-size:.8em}
summary{cursor:pointer;font-size:.87rem;margin:.3rem 0}
:target{scroll-margin-top:.5rem}article:target h3{outline:2px solid var(--link);outline-offset:.3rem}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;max-height:40vh;border:0;border-bottom:1px solid var(--line)}main{padding:1rem}}
`;
