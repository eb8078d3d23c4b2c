/** The style sheet of the emulated client, in addition to that of the other pages of Zoom. */
export const clientStyle = `
body{--stage:#1d232c;--tile:#333d4b;--on-stage:#f2f5f9}
header{max-width:none;display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:baseline;padding:1.25rem 1.5rem .75rem}
main{max-width:none;margin:0;padding:0 1.5rem 2rem;background:none;border:0;border-radius:0}
.meeting{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;margin-bottom:1.25rem}
.meeting h1{margin:0;font-size:1.2rem}
.meeting p{margin:0;color:var(--soft)}
.meeting form{margin-inline-start:auto}
.pill{display:inline-block;padding:.1rem .6rem;border:1px solid var(--line);border-radius:1rem;font-size:.85rem;font-weight:600;color:var(--ink);background:var(--card)}
.pill.live{border-color:#1a7f37;color:#1a7f37}
@media (prefers-color-scheme:dark){.pill.live{border-color:#6fdd8b;color:#6fdd8b}}
.clients{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start}
.client{position:relative;display:flex;flex-direction:column;flex:1 1 32rem;min-width:0;max-width:60rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem;overflow:clip;box-shadow:0 1px 3px rgb(0 0 0/.12)}
.client.phone{flex:0 1 24.5rem;border-radius:1.75rem}
.bar{display:flex;gap:.75rem;align-items:center;padding:.5rem .5rem .5rem 1rem;border-bottom:1px solid var(--line)}
.bar h2{margin:0;line-height:1.35;font-size:1rem;overflow-wrap:anywhere}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.bar .who{flex:1;min-width:0}
.bar .facts{margin:0;color:var(--soft);font-size:.85rem;line-height:1.35}
a{color:var(--blue)}
.menu{position:relative}
.menu summary{display:grid;place-items:center;min-height:2.75rem;min-width:2.75rem;padding:0 .9rem;border-radius:.6rem;cursor:pointer;font-weight:600;color:var(--blue);list-style:none}
.menu summary::-webkit-details-marker{display:none}
.menu[open] summary{background:var(--note)}
.menu-body{position:absolute;inset-inline-end:0;top:100%;z-index:3;width:min(20rem,84vw);padding:1rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem;box-shadow:0 8px 24px rgb(0 0 0/.25)}
.menu-body form{display:flex;gap:.5rem;align-items:end;margin-bottom:.75rem}
.menu-body form:last-child{margin-bottom:0}
.menu-body form>div{flex:1}
.menu-body form>button{flex:1;padding-inline:.8rem}
.menu-body form>div+button{flex:0 0 auto}
select{width:100%;min-height:2.75rem;padding:.4rem .6rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:.6rem}
.body{display:flex;height:44rem;min-height:0}
.stage{flex:1 1 0;display:grid;align-content:center;min-width:0;padding:1rem;overflow:auto;background:var(--stage);color:var(--on-stage)}
.stage ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.6rem;margin:0;padding:0;list-style:none}
.stage li{display:grid;place-items:center;align-content:center;gap:.35rem;aspect-ratio:4/3;padding:.4rem;border-radius:.5rem;background:var(--tile);font-size:.8rem;text-align:center;overflow-wrap:anywhere}
.stage .initials{display:grid;place-items:center;width:2.4rem;height:2.4rem;border-radius:50%;background:#0b5cff;color:#fff;font-weight:700}
.stage p{margin:0 0 .75rem}
.panel{position:relative;flex:0 0 400px;display:flex;flex-direction:column;min-width:0;border-inline-start:1px solid var(--line);background:var(--card)}
.panel iframe{flex:1;width:100%;border:0;background:var(--card)}
.panel .closed{margin:auto;padding:1.5rem;text-align:center}
.panel iframe~.closed,.panel:has(iframe) .closed{display:none}
.phone .body{flex-direction:column}
.phone .stage{flex:0 0 auto;padding:.6rem .75rem}
.phone .stage ul{display:flex;overflow-x:auto}
.phone .stage li{flex:0 0 auto;aspect-ratio:auto;display:flex;padding:.3rem .6rem}
.phone .stage .initials{width:1.6rem;height:1.6rem;font-size:.7rem}
.phone .panel{flex:1;min-height:0;border-inline-start:0}
@media (max-width:46rem){.body{flex-direction:column;height:auto}.panel,.phone .panel{flex:0 0 38rem}.stage{flex:0 0 auto}main{padding-inline:1rem}}
.prompt{position:absolute;inset:auto 1rem 1rem;z-index:2;padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem;box-shadow:0 8px 30px rgb(0 0 0/.35)}
.prompt h3{margin:0 0 .5rem;font-size:1.05rem}
.prompt ul{margin-bottom:.75rem}
.prompt form{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:.75rem}
.prompt form>div{flex:1 1 100%}
.notice-bar{display:flex;gap:1rem;align-items:center;justify-content:space-between;margin:0;padding:.6rem 1rem;background:var(--note);border-bottom:1px solid var(--line);overflow-wrap:anywhere}
.notice-bar:empty{display:none}
.notice-bar p{margin:0}
.log{border-top:1px solid var(--line);font-size:.85rem}
.log summary{display:flex;align-items:center;min-height:2.75rem;padding:0 1rem;cursor:pointer;color:var(--soft)}
.log ol{max-height:12rem;margin:0;padding:0 1rem .75rem 2.5rem;overflow:auto;overflow-wrap:anywhere;font-family:ui-monospace,monospace;font-size:.78rem}
.add{max-width:60rem;margin-top:2rem;padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.add h2{margin:0 0 .75rem}
.add form{display:flex;flex-wrap:wrap;gap:1rem;align-items:end}
.add form>div{flex:1 1 11rem}
.about{max-width:60rem;margin-top:1.25rem;color:var(--soft);font-size:.9rem}
[data-problem]:not(:empty){margin-bottom:1rem;padding:.6rem 1rem;border:1px solid var(--red);border-radius:.6rem;color:var(--red)}
`;
