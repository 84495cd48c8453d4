// Says hello to the program and shows which version answers.

const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
const token = new URLSearchParams(location.hash.slice(1)).get("k");

socket.addEventListener("open", () => socket.send(JSON.stringify({ ref: 1, do: "hello", token })));
socket.addEventListener("message", (event) => {
  const answer = JSON.parse(event.data);
  const greeting = document.getElementById("greeting");
  if (greeting) greeting.textContent = answer.ok ? `Quadriga ${answer.ok.version}` : answer.refused.text;
});
