import { ServerError } from "/web/server/server-connection.js";
import { InputGuard } from "/web/questions/input-guard.js";
import { openPickerWindow } from "/web/questions/picker-window.js";
import { QuestionQueue } from "/web/questions/question-queue.js";
import {
  answerChoices, questionLines, questionTitle, shownName, typedNumber, visibleText,
} from "/web/questions/question-text.js";

function assert(condition, message) {
  if (!condition) throw new Error(message);
}

function assertEqual(found, expected, subject) {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  assert(left === right, `${subject}: ${left} instead of ${right}`);
}

const access = {
  id: 1, kind: "access", client: "org.example.app", program: "/usr/bin/app", reason: null, accessLevel: "readWrite",
  text: null, count: null, date: "2026-11-23T10:00:00Z", picker: null,
};
const deletion = { ...access, id: 2, kind: "change", accessLevel: null, text: "Delete 1,200 items", count: 1200 };

/** A button in an element with a guard, and a clock that a test sets. */
function guarded() {
  let time = 1000;
  const element = document.createElement("div");
  const button = document.createElement("button");
  element.append(button);
  document.body.append(element);
  let count = 0;
  const guard = new InputGuard(element, { now: () => time });
  button.addEventListener("click", () => (count += 1));
  const send = (type, init = {}) => {
    const common = { bubbles: true, cancelable: true };
    const event = type.startsWith("key") ? new KeyboardEvent(type, { key: "Enter", ...common, ...init })
      : new PointerEvent(type, { ...common, ...init });
    return button.dispatchEvent(event);
  };
  const pass = (milliseconds) => (time += milliseconds);
  return { guard, send, clicks: () => count, pass, end: () => element.remove() };
}

const guards = {
  "clicks of the first half second don't count": () => {
    const { send, clicks, pass, end } = guarded();
    send("pointerdown");
    send("click");
    assertEqual(clicks(), 0, "at once");
    pass(499);
    send("pointerdown");
    send("click");
    assertEqual(clicks(), 0, "after 499 ms");
    pass(1);
    send("pointerdown");
    send("click");
    assertEqual(clicks(), 1, "after 500 ms");
    end();
  },
  "a press that began too early doesn't count when it ends": async () => {
    const { send, clicks, pass, end } = guarded();
    pass(400);
    send("pointerdown");
    pass(200);
    send("pointerup");
    send("click");
    assertEqual(clicks(), 0, "the early press");
    await new Promise((resolve) => setTimeout(resolve));
    // Assistive technology clicks without a press.
    send("click");
    assertEqual(clicks(), 1, "a click without a press");
    end();
  },
  "a key that was held down before doesn't count": () => {
    const { send, pass, end } = guarded();
    pass(600);
    assert(!send("keydown", { repeat: true }), "a repetition without a beginning has an effect");
    send("keyup");
    assert(send("keydown"), "a new press has no effect");
    assert(send("keydown", { repeat: true }), "its repetition has no effect");
    end();
  },
  "a key that was pressed too early doesn't count before it was released": () => {
    const { send, pass, end } = guarded();
    pass(400);
    assert(!send("keydown"), "an early press has an effect");
    pass(200);
    assert(!send("keydown"), "a repetition that doesn't say so has an effect");
    send("keyup");
    assert(send("keydown"), "a new press has no effect");
    end();
  },
  "a modifier that was held down before doesn't count": () => {
    const { guard, send, clicks, pass, end } = guarded();
    send("keydown", { key: "Control", ctrlKey: true });
    pass(600);
    // The gallery has no shortcut with this key.
    const held = { key: "m", ctrlKey: true };
    assert(!send("keydown", held), "a key has an effect");
    send("pointerdown", { ctrlKey: true });
    send("click", { ctrlKey: true, detail: 1 });
    assertEqual(clicks(), 0, "clicks");
    send("keyup", { key: "Control" });
    assert(send("keydown", { key: "Control", ctrlKey: true }), "the modifier has no effect");
    assert(send("keydown", held), "a key has no effect after the modifier");
    assert(!send("keydown", { ...held, shiftKey: true }), "another modifier has an effect");
    send("keyup", { key: "Control" });
    // The system's sticky keys apply a released modifier to the next key.
    assert(send("keydown", held), "sticky keys have no effect");
    guard.restart();
    pass(600);
    assert(!send("keydown", held), "a key has an effect after the restart");
    end();
  },
  "a button that was pressed before doesn't count": () => {
    const { guard, send, clicks, pass, end } = guarded();
    pass(600);
    send("click", { detail: 1 });
    assertEqual(clicks(), 0, "a click without a press");
    send("pointerdown");
    guard.restart();
    pass(600);
    send("click", { detail: 1 });
    assertEqual(clicks(), 0, "a click whose press was before the restart");
    send("pointerdown");
    send("click", { detail: 1 });
    assertEqual(clicks(), 1, "a click with a press");
    end();
  },
  "the quiet time begins again": () => {
    const { guard, send, clicks, pass, end } = guarded();
    pass(600);
    guard.restart();
    send("pointerdown");
    send("click");
    assertEqual(clicks(), 0, "after the restart");
    end();
  },
};

const texts = {
  "§10.10: a question names the program as the kernel knows it, and what it says as a claim": () => {
    assert(questionTitle(access).includes("/usr/bin/app"), questionTitle(access));
    assert(!questionTitle(access).includes("org.example.app"), "the claim is in the title");
    assertEqual(questionLines(access).map(({ isClaim }) => isClaim), [true, false], "no reason is no claim");
    const reasoned = questionLines({ ...access, reason: "To print" });
    assert(reasoned.length === 2 && reasoned[1].isClaim && reasoned[1].text.includes("To print"), "the reason");
    assertEqual(questionLines(deletion).length, 1, "a change needs no reason");
    assert(questionTitle({ ...access, program: null }).length > 0, "an unknown program");
  },
  "texts of programs can't look like texts of the page": () => {
    assertEqual(visibleText("a\nb\u202Ec\u2028d\u0007"), "a�b�c�d�", "control characters");
    const path = `/home/${"a".repeat(200)}/program`;
    assert([...shownName(path)].length === 90 && shownName(path).startsWith("/home/a"), "the beginning of a long path");
    assert(shownName(path).endsWith("a/program"), "the end of a long path");
    assertEqual(visibleText("Fotos für 你 👩"), "Fotos für 你 👩", "other characters");
  },
  "§1.3: the answers depend on the question": () => {
    const names = (question) => answerChoices(question).map(({ answer }) => answer);
    assertEqual(names(access), ["all", "selected", "none"], "access");
    assertEqual(names({ ...access, accessLevel: "addOnly" }), ["all", "none"], "adding");
    assertEqual(names({ ...access, kind: "selection", accessLevel: null }), ["selected", "none"], "selection");
    assertEqual(names(deletion), ["allow", "none"], "a change");
  },
  "a number can be typed with separators": () => {
    const numbers = ["1200", "1,200", " 1 200 ", "1.200", "1’200", "１２００"];
    for (const text of numbers) assertEqual(typedNumber(text), 1200, text);
    for (const text of ["", "12a", "-1200", "1e3", "9".repeat(16)]) assertEqual(typedNumber(text), null, text);
  },
};

/** A server with questions, and a queue without a quiet time. */
function queued(questions) {
  const server = {
    questions, answers: [], failure: null, opened: [],
    async list() {
      if (this.failure) throw this.failure;
      return this.questions;
    },
    async answer(id, answer, count) {
      if (this.failure) throw this.failure;
      this.answers.push([id, answer, count]);
      this.questions = this.questions.filter((question) => question.id !== id);
    },
    async openPicker(id) {
      this.opened.push(id);
      this.questions = this.questions.map((each) => (each.id === id ? { ...each, picker: "N" } : each));
      return "N";
    },
  };
  const told = [];
  const queue = new QuestionQueue(server, (text) => told.push(text), {
    quiet: 0, openPicker: async (create) => void await create(),
  });
  const shown = () => [...document.querySelectorAll("dialog.question")].map(({ dataset }) => Number(dataset.question));
  const press = async (answer) => {
    document.querySelector(`dialog.question [data-answer=${answer}]`).click();
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const end = async () => {
    server.failure = null;
    server.questions = [];
    await queue.refresh();
    assertEqual(shown(), [], "at the end");
  };
  return { server, queue, told, shown, press, end };
}

const queues = {
  "several questions wait in a queue": async () => {
    const { server, queue, told, shown, press, end } = queued([access, { ...access, id: 3 }, { ...access, id: 4 }]);
    await queue.refresh();
    assertEqual(shown(), [1], "the oldest");
    assert(document.querySelector(".question-others").textContent.includes("2"), "the number of others");
    assertEqual(document.activeElement?.className, "question-title", "no answer has the focus");
    await press("all");
    assertEqual(shown(), [3], "the next");
    assertEqual(server.answers, [[1, "all", null]], "the answers");
    assertEqual(told.length, 1, "a notice");
    await press("none");
    assertEqual(shown(), [4], "the last");
    await end();
  },
  "a question disappears with its program": async () => {
    const { server, queue, shown, end } = queued([access]);
    await queue.refresh();
    server.questions = [];
    await queue.refresh();
    assertEqual(shown(), [], "after the end of the program");
    await end();
  },
  "a question that was put off stays in the list, and can be shown again": async () => {
    const { queue, shown, end } = queued([access]);
    await queue.refresh();
    document.querySelector(".question-later").click();
    await queue.refresh();
    assertEqual(shown(), [], "put off");
    assertEqual(queue.questions.length, 1, "in the list");
    queue.show(1);
    assertEqual(shown(), [1], "shown again");
    await end();
  },
  "choosing photos opens the picker and answers nothing": async () => {
    const { server, queue, shown, press, end } = queued([access]);
    await queue.refresh();
    await press("selected");
    assertEqual([server.opened, server.answers, shown()], [[1], [], []], "while the picker is open");
    // The owner has cancelled the picker.
    server.questions = [access];
    await queue.refresh();
    assertEqual(shown(), [1], "after cancelling");
    await end();
  },
  "a large change needs its number": async () => {
    const { server, queue, press, end } = queued([deletion]);
    await queue.refresh();
    await press("allow");
    assertEqual(server.answers, [], "without the number");
    assert(document.querySelector(".question-failure").textContent.length > 0, "the reason");
    document.querySelector(".question-field input").value = "1,200";
    await press("allow");
    assertEqual(server.answers, [[2, "allow", 1200]], "with the number");
    await end();
  },
  "a failure is shown in the dialog, and the answer can be sent again": async () => {
    const { server, queue, shown, press, end } = queued([access]);
    await queue.refresh();
    server.failure = new ServerError(0, "unreachable", "The library cannot be reached.");
    await press("none");
    assertEqual(shown(), [1], "after the failure");
    assertEqual(document.querySelector(".question-failure").textContent, server.failure.message, "the reason");
    server.failure = null;
    await press("none");
    assertEqual(server.answers, [[1, "none", null]], "the second time");
    await end();
  },
  "an answer that comes too late says so": async () => {
    const { server, queue, told, shown, press, end } = queued([access]);
    await queue.refresh();
    server.failure = new ServerError(404, "notFound", "gone");
    await press("all");
    assertEqual(shown(), [], "the dialog");
    assertEqual(told.length, 1, "the notice");
    await end();
  },
};

const windows = {
  "the window opens in the click, before the session exists": async () => {
    const events = [];
    const replace = (address) => events.push(new URL(address).search);
    const opened = { location: { replace }, close: () => events.push("close") };
    const open = () => {
      events.push("open");
      return opened;
    };
    await openPickerWindow(async () => {
      events.push("create");
      return "a/b";
    }, { open });
    assertEqual(events, ["open", "create", "?number=a%2Fb"], "the order");
  },
  "a failure closes the window": async () => {
    let isClosed = false;
    const failure = new ServerError(404, "notFound", "gone");
    let found = null;
    try {
      await openPickerWindow(() => Promise.reject(failure), { open: () => ({ close: () => (isClosed = true) }) });
    } catch (error) {
      found = error;
    }
    assert(isClosed && found === failure, "the failure is lost, or the window is open");
  },
  "without a window, the picker takes the page's place": async () => {
    const visited = [];
    const location = { assign: (address) => visited.push(address) };
    await openPickerWindow(async () => "N", { open: () => null, location });
    assertEqual(visited, ["/picker?number=N"], "the address");
  },
};

export const tests = { ...guards, ...texts, ...queues, ...windows };
