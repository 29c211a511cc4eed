import "./style/page.css";
