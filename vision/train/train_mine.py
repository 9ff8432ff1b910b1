"""Trains the nets of the mine board on photos in random styles, as lessons, and stores them for the program.

A lesson is one photo of a style with its labels, of jewels two, and questions about another: the heads answer after a
ridge regression on the first, as they do in a box that was taught. What is stored is the running mean of the weights,
so that the training can end at any time. The nets may be trained one after the other; the jewel net is taught about the
places that the stored heat net finds, so it comes after it.

Run: python -m vision.train.train_mine DATA [--minutes 40] [--only jewel] [--go-on]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.mine.nets import weights
from vision.train.mine_album import Album, drawn_dice
from vision.train.mine_lessons import lessons, measured
from vision.train.mine_nets import MineNets
from vision.train.mine_weights import NETS, store, take_over

LESSONS = 3  # styles in a step; twice as many where one net is trained alone
RATE, GO_ON_RATE = 3e-3, 1e-3
REPORT = 100


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="vision.train.train_mine")
    parser.add_argument("data", type=Path, help="a folder with train and val, made by mine_data")
    parser.add_argument("--minutes", type=float, default=40.0, help="of processor time")
    parser.add_argument("--only", choices=NETS, action="append", help="trains these nets alone")
    parser.add_argument("--go-on", action="store_true", help="start from the weights that ship")
    parser.add_argument("--dice", type=Path, help="numbers drawn by vision.train.dice; with --only die")
    parser.add_argument("--drawn", type=int, default=600, help="so many styles of dice are drawn")
    args = parser.parse_args(argv)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    nets = tuple(args.only or NETS)
    album, val = Album(args.data / "train", nets), Album(args.data / "val", nets).styles
    net, rng = MineNets().to(memory_format=torch.channels_last), np.random.default_rng()
    if args.dice is not None and nets == ("die",):
        with np.load(args.dice) as marks:
            album.drawn = drawn_dice(marks["numbers"], args.drawn, rng)
    if args.go_on:
        take_over(net, weights(), val, nets)
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True
    )
    trained = [p for name in nets for p in getattr(net, name).parameters()] + [*net.heads.parameters()]
    rate, many = GO_ON_RATE if args.go_on else RATE, LESSONS * (2 if len(nets) == 1 else 1)
    tuner = torch.optim.AdamW(trained, rate, weight_decay=0.01)
    begin, steps, seen = time.process_time(), 0, []
    while (gone := (time.process_time() - begin) / (60 * args.minutes)) < 1:
        for group in tuner.param_groups:
            group["lr"] = rate * min(1.0, (steps + 1) / 60) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * gone)))
        net.train()
        tuner.zero_grad()
        loss = lessons(net, album.some(many, rng), rng, nets).total()
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 4.0)
        tuner.step()
        mean.update_parameters(net)
        steps += 1
        seen.append(loss.item())
        if steps % REPORT == 0:
            told = f"{gone:.3f} {steps} of {len(album.looked_through())} styles, loss {np.mean(seen[-REPORT:]):.3f}"
            print(f"{told}, wrong in 100:", measured(mean.module, val, nets), flush=True)
            store(mean.module, nets)
    print(steps, measured(mean.module, val, nets), flush=True)
    store(mean.module, nets)


if __name__ == "__main__":
    main()
