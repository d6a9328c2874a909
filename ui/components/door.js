// The whole script of one kind of picture. It waits for the kit, which is sent once, so that a rerun sends numbers and little else.
const door = (globalThis.seeingAttention ??= {waiting: []});
const kit = () => (door.draw ? Promise.resolve() : new Promise(open => door.waiting.push(open)));
export default args => kit().then(() => door.draw('KIND', args));
